import CInput
import Glibc

/// An open input device: a wrapper of the calls to the kernel.
struct RumbleNode: Sendable {
    /// The `errno` of a call that the kernel refused.
    struct Refusal: Error, Hashable {
        var code: Int32

        /// Whether the device was unplugged, or is about to be.
        var isGone: Bool { [ENODEV, ENXIO, ENOENT, EIO].contains(code) }
        var isForbidden: Bool { code == EACCES || code == EPERM }
    }

    let descriptor: Int32

    /// Opens a file of `/dev/input`, without blocking.
    init(_ path: String) throws(Refusal) {
        descriptor = Glibc.open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        if descriptor < 0 { throw Refusal(code: errno) }
    }

    /// Whether the device can rumble. The kernel also emulates rumble with periodic effects.
    func canRumble() throws(Refusal) -> Bool { try can(EV_FF, FF_RUMBLE) }

    /// Whether it is a gamepad, with two motors.
    func isGamepad() throws(Refusal) -> Bool { try can(EV_KEY, BTN_GAMEPAD) }

    /// The number of effects that it holds at once, including those of other programs.
    func slots() throws(Refusal) -> Int {
        Int(try result { navbus_input_slots(descriptor) })
    }

    /// The name that the device reports; empty if it reports none.
    var name: String {
        var bytes = [CChar](repeating: 0, count: 128)
        guard navbus_input_name(descriptor, &bytes, Int32(bytes.count)) > 0 else { return "" }
        return String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Stops events of buttons and sticks from waking this process; a kernel without this feature delivers them.
    func mute() {
        for type in [EV_KEY, EV_REL, EV_ABS, EV_MSC, EV_SW, EV_FF] { _ = navbus_input_mute(descriptor, type) }
    }

    /// Uploads a rumble effect.
    ///
    /// - Parameters:
    ///   - slot: The slot of the effect to replace; a free one if `nil`.
    ///   - strong: Magnitude of the heavy motor, 0...65,535.
    ///   - weak: Magnitude of the light motor, 0...65,535.
    ///   - milliseconds: The duration, 1...32,767.
    /// - Returns: The slot.
    func upload(
        into slot: Int32? = nil, strong: Int32, weak: Int32, milliseconds: Int32
    ) throws(Refusal) -> Int32 {
        try result { navbus_input_rumble(descriptor, slot ?? -1, strong, weak, milliseconds) }
    }

    /// Starts an effect from its beginning, or stops it.
    func play(_ slot: Int32, isPlayed: Bool) throws(Refusal) {
        var event = input_event()
        event.type = UInt16(EV_FF)
        event.code = UInt16(truncatingIfNeeded: slot)
        event.value = isPlayed ? 1 : 0
        _ = try result {
            let written = write(descriptor, &event, MemoryLayout<input_event>.size)
            return written < 0 ? -errno : Int32(written)
        }
    }

    /// Reads and discards all pending events.
    func drain() throws(Refusal) {
        var events = [UInt8](repeating: 0, count: 64 * MemoryLayout<input_event>.size)
        // No device sends more at once; later events wake the reader again.
        for _ in 0..<64 {
            let count = read(descriptor, &events, events.count)
            if count > 0 || (count < 0 && errno == EINTR) { continue }
            if count == 0 || errno == EAGAIN { return }
            throw Refusal(code: errno)
        }
    }

    /// Erases the effects, which ends them, and closes the device.
    func close(erasing slots: [Int32]) {
        // Closing erases them as well, so errors do not matter.
        for slot in slots { _ = navbus_input_erase(descriptor, slot) }
        _ = Glibc.close(descriptor)
    }

    private func can(_ type: Int32, _ code: Int32) throws(Refusal) -> Bool {
        try result { navbus_input_can(descriptor, type, code) } > 0
    }

    /// The result of a call that is negative on failure; an interrupted call is repeated.
    private func result(_ call: () -> Int32) throws(Refusal) -> Int32 {
        while true {
            let result = call()
            if result >= 0 { return result }
            if result != -EINTR { throw Refusal(code: -result) }
        }
    }
}
