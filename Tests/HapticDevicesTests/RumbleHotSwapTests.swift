import Glibc
import Synchronization
import Testing

@testable import HapticDevices

@Suite("Hot swapping of a controller", .serialized)
struct RumbleHotSwapTests {
    @Test(
        .withInputDevices)
    func `an interrupted pattern restarts on the next controller that is plugged in`() throws {
        try InputDevices.order("plug event3 gamepad 16")
        let lost = Mutex(0)
        var actuator = DeviceActuator(
            drivers: [RumbleDriver()], log: LogActuator(file: "") { _ in }, onMessage: { _, _ in },
            onStatus: { news in if case .gone = news { lost.withLock { $0 += 1 } } })
        try actuator.open(isContinued: false)
        defer { actuator.close() }
        // Long enough that it is unplugged before the end, even on a slow machine.
        var command = HapticCommand(
            startSeconds: 0, words: "now right",
            pulses: [Pulse(1, 100, pause: 100, at: .left), Pulse(0.5, 4000, pause: 100, at: .right)])
        command.validSeconds = 60
        try actuator.play(command)
        #expect(InputDevices.wait { $0.contains("event3 upload 1 0 32768 4000") })
        try InputDevices.order("unplug event3")
        try InputDevices.order("plug event5 gamepad 16")
        #expect(InputDevices.wait { $0.contains("event5 upload 1 0 32768 4000") })
        #expect(lost.withLock { $0 } == 1)
        let words = InputDevices.record().filter { $0.contains(" upload ") && !$0.hasSuffix(" 0 0 1") }
        #expect(
            words == [
                "event3 upload 0 65535 0 100", "event3 upload 1 0 32768 4000",
                "event5 upload 0 65535 0 100", "event5 upload 1 0 32768 4000",
            ])
    }

    @Test(.withInputDevices) func `closing leaves no effect in the device`() throws {
        try InputDevices.order("plug event3 gamepad 16")
        var actuator = DeviceActuator(
            drivers: [RumbleDriver()], log: LogActuator(file: "") { _ in }, onMessage: { _, _ in }, onStatus: { _ in })
        try actuator.open(isContinued: false)
        try actuator.play(HapticCommand(startSeconds: 0, words: "arrived", pulses: [Pulse(1, 5000, pause: 0)]))
        #expect(InputDevices.wait { $0.last == "event3 play 1" })
        actuator.close()
        #expect(InputDevices.wait { $0.suffix(2) == ["event3 erase 0", "event3 erase 1"] })
    }
}
