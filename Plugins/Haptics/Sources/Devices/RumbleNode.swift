import CInput
import Glibc

/// An open input device: asks the kernel, and decides nothing.
struct RumbleNode: Sendable {
    /// Why the kernel refused, as `errno` says it.
    struct Refusal: Error, Hashable {
        var code: Int32

        /// The device was unplugged, or is about to be.
        var isGone: Bool { [ENODEV, ENXIO, ENOENT, EIO].contains(code) }
        var isForbidden: Bool { code == EACCES || code == EPERM }
    }

    let descriptor: Int32

    /// Opens a file of `/dev/input`; it never waits.
    init(_ path: String) throws(Refusal) {
        descriptor = Glibc.open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        if descriptor < 0 { throw Refusal(code: errno) }
    }

    /// Whether the device can rumble. The kernel says so of those too whose only effects are periodic.
    func canRumble() throws(Refusal) -> Bool { try can(EV_FF, FF_RUMBLE) }

    /// Whether it is a controller held in two hands.
    func isGamepad() throws(Refusal) -> Bool { try can(EV_KEY, BTN_GAMEPAD) }

    /// How many effects it holds at once, those of other programs included.
    func slots() throws(Refusal) -> Int {
        Int(try result { navbus_input_slots(descriptor) })
    }

    /// What it calls itself; empty if it does not.
    var name: String {
        var bytes = [CChar](repeating: 0, count: 128)
        guard navbus_input_name(descriptor, &bytes, Int32(bytes.count)) > 0 else { return "" }
        return String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Keeps its buttons and sticks from waking this process; a kernel that cannot do that lets them through.
    func mute() {
        for type in [EV_KEY, EV_REL, EV_ABS, EV_MSC, EV_SW, EV_FF] { _ = navbus_input_mute(descriptor, type) }
    }

    /// Puts a rumble into the device.
    ///
    /// - Parameters:
    ///   - slot: The place of the rumble that it replaces; a free one if `nil`.
    ///   - strong: Magnitude of the heavy motor, 0...65,535.
    ///   - weak: Magnitude of the light motor, 0...65,535.
    ///   - milliseconds: After which it ends by itself, 1...32,767.
    /// - Returns: Its place.
    func upload(
        into slot: Int32? = nil, strong: Int32, weak: Int32, milliseconds: Int32
    ) throws(Refusal) -> Int32 {
        try result { navbus_input_rumble(descriptor, slot ?? -1, strong, weak, milliseconds) }
    }

    /// Starts a rumble from its beginning, or stops it.
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

    /// Reads away what there is to read.
    func drain() throws(Refusal) {
        var events = [UInt8](repeating: 0, count: 64 * MemoryLayout<input_event>.size)
        // No device says more at once than this; what comes later wakes the reader again.
        for _ in 0..<64 {
            let count = read(descriptor, &events, events.count)
            if count > 0 || (count < 0 && errno == EINTR) { continue }
            if count == 0 || errno == EAGAIN { return }
            throw Refusal(code: errno)
        }
    }

    /// Takes the rumbles out, which ends them, and gives the device back.
    func close(erasing slots: [Int32]) {
        // Closing does the same once more, so nothing is left to fail at.
        for slot in slots { _ = navbus_input_erase(descriptor, slot) }
        _ = Glibc.close(descriptor)
    }

    private func can(_ type: Int32, _ code: Int32) throws(Refusal) -> Bool {
        try result { navbus_input_can(descriptor, type, code) } > 0
    }

    /// What a call returns that is negative where it fails; a signal makes it begin anew.
    private func result(_ call: () -> Int32) throws(Refusal) -> Int32 {
        while true {
            let result = call()
            if result >= 0 { return result }
            if result != -EINTR { throw Refusal(code: -result) }
        }
    }
}
