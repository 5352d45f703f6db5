import Glibc
import Testing

@testable import HapticDevices

@Suite("A game controller, by Linux force feedback", .serialized)
struct RumbleDeviceTests {
    @Test(.withInputDevices) func `left is the heavy motor, right the light one, each for its duration`() throws {
        try InputDevices.order("plug event3 gamepad 16")
        var device = try open()
        defer { device.close() }
        #expect(device.motors == .two)
        #expect(device.name == "rumble /dev/input/event3")
        #expect(device.model == "Mock gamepad")
        try device.vibrate(Vibration(site: .left, strength: 1, milliseconds: 240))
        try device.vibrate(Vibration(site: .right, strength: 0.5, milliseconds: 80))
        #expect(
            InputDevices.record().suffix(4) == [
                "event3 upload 0 65535 0 240", "event3 play 0", "event3 upload 1 0 32768 80", "event3 play 1",
            ])
    }

    @Test(.withInputDevices) func `any number of vibrations uses at most two effect slots`() throws {
        try InputDevices.order("plug event3 gamepad 2")
        var device = try open()
        defer { device.close() }
        for turn in 0..<20 {
            let sites: [VibrationSite] = [.all, .left, .right, .around(degrees: Double(turn) * 18)]
            try device.vibrate(Vibration(site: sites[turn % 4], strength: 0.3, milliseconds: 100))
        }
        let places = Set(
            InputDevices.record().filter { $0.contains(" upload ") }.compactMap { $0.split(separator: " ")[2] })
        #expect(places == ["0", "1"])
    }

    @Test(.withInputDevices) func `stopping ends all effects, and closing frees their slots`() throws {
        try InputDevices.order("plug event3 gamepad 16")
        var device = try open()
        try device.vibrate(Vibration(site: .all, strength: 1, milliseconds: 5000))
        try device.stop()
        #expect(InputDevices.record(since: "event3 play 1") == ["event3 stop 0", "event3 stop 1"])
        device.close()
        device.close()
        #expect(InputDevices.record(since: "event3 stop 1") == ["event3 erase 0", "event3 erase 1"])
        #expect(throws: HapticDeviceError.self) {
            try device.vibrate(Vibration(site: .all, strength: 1, milliseconds: 9))
        }
    }

    @Test(.withInputDevices) func `a vibrator ignores the side`() throws {
        try InputDevices.order("plug event0 vibrator 1")
        var device = try open()
        defer { device.close() }
        #expect(device.motors == .one)
        try device.vibrate(Vibration(site: .right, strength: 1, milliseconds: 100))
        #expect(
            InputDevices.record(since: "event0 upload 0 0 0 1") == ["event0 upload 0 65535 65535 100", "event0 play 0"])
    }

    @Test(.withInputDevices) func `only the end of the device wakes the thread, not its buttons`() throws {
        try InputDevices.order("plug event3 gamepad 16")
        var device = try open()
        defer { device.close() }
        #expect(InputDevices.lines().filter { $0.contains(" mute ") }.count == 6)
        #expect(try device.messages() == [])
        #expect(try isReadable(device) == false)
        try InputDevices.order("unplug event3")
        #expect(try isReadable(device))
        #expect(
            throws: HapticDeviceError.device(
                name: device.name, reason: "it was unplugged", remedy: "plug it in again")
        ) { try device.messages() }
    }

    @Test(.withInputDevices) func `an unplugged controller fails, and works again when it is back`() throws {
        try InputDevices.order("plug event3 gamepad 16")
        var device = try open()
        try device.vibrate(Vibration(site: .left, strength: 1, milliseconds: 300))
        try InputDevices.order("unplug event3")
        #expect(throws: HapticDeviceError.self) {
            try device.vibrate(Vibration(site: .left, strength: 1, milliseconds: 300))
        }
        #expect(throws: HapticDeviceError.self) { try device.stop() }
        #expect(throws: HapticDeviceError.self) { try device.checkHealth() }
        device.close()
        #expect(throws: HapticDeviceError.self) { _ = try open() }
        try InputDevices.order("plug event4 gamepad 16")
        var back = try open()
        defer { back.close() }
        try back.vibrate(Vibration(site: .left, strength: 1, milliseconds: 300))
        #expect(InputDevices.record().last == "event4 play 0")
    }

    @Test(.withInputDevices)
    func `both motors share the last effect slot, and without one the error says why`() throws {
        try InputDevices.order("plug event3 gamepad 4")
        try InputDevices.order("take event3 3")
        var device = try open()
        try device.vibrate(Vibration(site: .left, strength: 1, milliseconds: 50))
        try device.vibrate(Vibration(site: .right, strength: 1, milliseconds: 50))
        #expect(
            InputDevices.record(since: "event3 upload 3 0 0 1") == [
                "event3 upload 3 65535 0 50", "event3 play 3", "event3 upload 3 0 65535 50", "event3 play 3",
            ])
        device.close()
        try InputDevices.order("take event3 4")
        let failure = #expect(throws: HapticDeviceError.self) { _ = try open() }
        #expect(
            failure?.description == "use rumble /dev/input/event3: other programs use all its effect slots; "
                + "end the game that uses it")
    }

    @Test(.withInputDevices)
    func `the first device that rumbles is found among unusable ones`() throws {
        try InputDevices.order("plug event0 keyboard 0")
        try InputDevices.order("forbid event1")
        try InputDevices.order("vanish event2")
        try InputDevices.order("plug event3 dying 16")
        try InputDevices.order("plug event10 vibrator 16")
        try InputDevices.order("plug event9 gamepad 16")
        var device = try open()
        defer { device.close() }
        #expect(device.name == "rumble /dev/input/event9")
    }

    @Test(.withInputDevices)
    func `a device without permission is reported with a remedy`() throws {
        let none = #expect(throws: HapticDeviceError.self) { _ = try open() }
        #expect(
            none?.description == "use rumble: no device in /dev/input can rumble; plug in a controller with force "
                + "feedback; the search is repeated")
        try InputDevices.order("plug event0 keyboard 0")
        try InputDevices.order("forbid event1")
        let forbidden = #expect(throws: HapticDeviceError.self) { _ = try open() }
        let text = try #require(forbidden?.description)
        #expect(text.hasPrefix("use rumble: 1 of the devices in /dev/input may not be opened by this user; "))
        #expect(text.contains("udev rule") && text.contains("group input"))
    }

    @Test(.withInputDevices) func `the named device is opened, or the reason is reported`() throws {
        try InputDevices.order("plug event0 keyboard 0")
        try InputDevices.order("plug event1 gamepad 16")
        try InputDevices.order("plug event2 vibrator 16")
        try InputDevices.order("forbid event3")
        var device = try open("/dev/input/event2")
        defer { device.close() }
        #expect(device.motors == .one)
        for (path, reason) in [
            ("/dev/input/event0", "it cannot rumble"), ("/dev/input/event3", "this user may not open it"),
            ("/dev/input/event7", "there is no such device"), ("/etc/passwd", "it is not an input device"),
        ] {
            let failure = #expect(throws: HapticDeviceError.self) { _ = try open(path) }
            #expect(
                failure?.description.hasPrefix("use rumble \(path): \(reason)") == true, "\(path): \(failure as Any)")
        }
    }

    private func open(_ path: String? = nil) throws -> any HapticDevice {
        try RumbleDriver(path: path).open { true }
    }

    private func isReadable(_ device: any HapticDevice) throws -> Bool {
        var entry = pollfd(fd: try #require(device.descriptor), events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 0) == 1
    }
}
