import Glibc
import TestSupport
import Testing

@testable import HapticDevices

/// Both ends of a wire: the descriptor of navbus, and that of the device.
private final class Wire {
    let near: Int32
    let far: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        // A stream with a small buffer, like that of Bluetooth.
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        (near, far) = (ends[0], ends[1])
        _ = fcntl(far, F_SETFL, O_NONBLOCK)
    }

    deinit { close(far) }

    func say(_ text: String) { _ = write(far, text, text.utf8.count) }

    var heard: String {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = read(far, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
    }
}

@Suite struct UARTDeviceTests {
    @Test func `a device that identifies itself has its motors`() throws {
        let wire = try Wire()
        var device = UARTDevice(name: "band", writing: wire.near, reading: wire.near)
        defer { device.close() }
        wire.say("noise\nN belt 16\nB 44\n")
        try device.introduce()
        #expect(device.motors == .ring(16) && device.model == "belt" && device.ignoredLines == 1)
        #expect(try device.messages() == [.battery(percent: 44)])
        try device.vibrate(Vibration(site: .around(degrees: 45), strength: 0.5, milliseconds: 200))
        #expect(wire.heard == "?\nV 45 50 200\n")
    }

    @Test func `a silent device has one motor`() throws {
        let wire = try Wire()
        var device = UARTDevice(name: "band", writing: wire.near, reading: wire.near)
        defer { device.close() }
        try device.introduce(within: 50)
        #expect(device.motors == .one && device.model == nil)
        for _ in 0..<30 { try device.checkHealth() }
        let asked = String(repeating: "K\nK\nK\nK\n?\n", count: 6)
        #expect(wire.heard == "?\n" + asked, "a device that never answers is not lost")
        wire.say("N band 2\n")
        _ = try device.messages()
        #expect(device.motors == .two, "a late answer is accepted")
    }

    @Test func `a device that no longer answers is lost`() throws {
        let wire = try Wire()
        var device = UARTDevice(name: "band", writing: wire.near, reading: wire.near)
        defer { device.close() }
        wire.say("N band 2\n")
        try device.introduce()
        for _ in 0..<10 {
            for _ in 0..<UARTDevice.answerTimeoutSeconds { try device.checkHealth() }
            wire.say("B 50\n")
            _ = try device.messages()
        }
        for _ in 0..<UARTDevice.answerTimeoutSeconds { try device.checkHealth() }
        #expect(device.unconfirmedMilliseconds == 0)
        usleep(2000)
        #expect(throws: HapticDeviceError.self) { try device.checkHealth() }
        #expect(device.unconfirmedMilliseconds > 0, "later pulses may not have been played")
    }

    @Test func `noise before the first line is terminated`() throws {
        let wire = try Wire()
        var device = UARTDevice(name: "band", writing: wire.near, reading: wire.near)
        defer { device.close() }
        try device.introduce(within: 10, clearsLine: true)
        #expect(wire.heard == "\n?\n")
    }

    @Test func `bounces and floods are ignored`() throws {
        let wire = try Wire()
        var device = UARTDevice(name: "band", writing: wire.near, reading: wire.near)
        defer { device.close() }
        wire.say("P 5\n" + String(repeating: "T debug\n", count: 100))
        wire.say(String(repeating: "B 10\nB 90\n", count: 100))
        let words = try device.messages()
        #expect(words == [.text("debug"), .battery(percent: 10), .battery(percent: 90)])
        try device.checkHealth()
        wire.say("P 300\nP 40\n")
        #expect(try device.messages().isEmpty, "too soon after the bounce")
        usleep(UInt32(UARTDevice.minPauseMilliseconds + 5) * 1000)
        wire.say("P 300\nP 40\n")
        #expect(try device.messages() == [.button(heldMilliseconds: 300)])
    }

    @Test func `a full wire is an error`() throws {
        let wire = try Wire()
        var device = UARTDevice(name: "band", writing: wire.near, reading: wire.near)
        defer { device.close() }
        #expect(
            throws: HapticDeviceError.device(
                name: "band", reason: "it accepts no more data", remedy: "switch it off and on")
        ) {
            for _ in 0..<1_000_000 { try device.stop() }
        }
    }

    @Test func `a lost device is noticed in reading and in writing`() throws {
        signal(SIGPIPE, SIG_IGN)
        let wire = try Wire()
        var device = UARTDevice(name: "band", writing: wire.near, reading: wire.near)
        defer { device.close() }
        shutdown(wire.far, Int32(SHUT_RDWR))
        #expect(throws: HapticDeviceError.self) { try device.messages() }
        #expect(throws: HapticDeviceError.self) { try device.stop() }
    }

    @Test func `a device that sends megabytes is given up`() throws {
        let wire = try Wire()
        var device = UARTDevice(name: "band", writing: wire.near, reading: wire.near)
        defer { device.close() }
        #expect(throws: HapticDeviceError.self) {
            for _ in 0..<1000 {
                wire.say(String(repeating: "garbage \u{1}", count: 300))
                _ = try device.messages()
            }
        }
    }

    @Test func `of headings that arrive together only the newest is kept`() throws {
        let wire = try Wire()
        var device = UARTDevice(name: "band", writing: wire.near, reading: wire.near)
        defer { device.close() }
        wire.say("H 1\nP 30\nH 2\nH 3 5\n")
        #expect(
            try device.messages() == [
                .button(heldMilliseconds: 30), .heading(degrees: 3, accuracyDegrees: 5),
            ])
        #expect(try device.messages().isEmpty)
    }

    @Test func `long lines are split for a small MTU`() throws {
        let wire = try Wire()
        var device = UARTDevice(name: "band", writing: wire.near, reading: wire.near, mtu: 4)
        defer { device.close() }
        try device.vibrate(Vibration(site: .left, strength: 1, milliseconds: 100))
        #expect(wire.heard == "V L 100 100\n")
    }
}
