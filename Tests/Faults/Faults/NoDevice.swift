/// Fault 20: what happens to a belt. There is no driver for a device yet, only one that writes down what it would do.
struct NoDevice: Fault {
    let number = 20
    let title = "haptics: unplugged, stuck, garbage, plugged in again"
    let passes = "motor off within 100 ms, fallback within 500 ms, back after 2 s"
    let obstacle: String? = "haptics has no driver of a device"

    func inflict(in arena: Arena) throws -> FaultOutcome { FaultOutcome() }
}
