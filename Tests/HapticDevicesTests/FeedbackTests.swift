import Foundation
import Glibc
import TestSupport
import Testing

@testable import DBus
@testable import HapticDevices

@Suite("feedbackd")
struct FeedbackTests {
    private func open(
        _ bus: PrivateBus, inputs: String = "/nowhere"
    ) throws(HapticDeviceError) -> any HapticDevice {
        var kind = FeedbackDriver()
        kind.bus = .at(bus.address)
        kind.inputs = inputs
        return try kind.open(while: { true })
    }

    /// Waits for the loss of the device, with a time limit.
    private func loss(of device: inout any HapticDevice) throws -> String {
        let deadline = ContinuousClock.now + .seconds(30)
        while ContinuousClock.now < deadline {
            var waited = pollfd(fd: try #require(device.descriptor), events: Int16(POLLIN), revents: 0)
            _ = poll(&waited, 1, 50)
            do {
                _ = try device.messages()
                try device.checkHealth()
            } catch { return "\(error)" }
        }
        return "the loss was not noticed"
    }

    @Test func `a newer feedbackd plays patterns, and an empty pattern stops it`() throws {
        let bus = try PrivateBus()
        let feedbackd = try bus.start(rig: "feedbackd")
        var device = try open(bus)
        try device.vibrate(Vibration(site: .all, strength: 0.6, milliseconds: 300))
        try device.stop()
        #expect(feedbackd.wait { $0.events("vibrate").count == 2 })
        let vibrations = feedbackd.events("vibrate")
        #expect(vibrations.first?["pattern"] as? [[Double]] == [[0.6, 300]])
        #expect(vibrations.last?["pattern"] as? [[Double]] == [])
        #expect(vibrations.first?["application"] as? String == "org.navbus.haptics")
        #expect(feedbackd.events("event").isEmpty)
        #expect(try device.messages() == [])
        device.close()
        device.close()
    }

    @Test(
        arguments: ["refuses", "hangs", "ended"])
    func `a feedbackd that refuses, hangs or ends is noticed`(how: String) throws {
        let bus = try PrivateBus()
        let feedbackd = try bus.start(rig: "feedbackd", "{\"\(how)\": true}")
        var device = try open(bus)
        try device.vibrate(Vibration(site: .all, strength: 1, milliseconds: 100))
        if how == "ended" { feedbackd.end() }
        let words = try loss(of: &device)
        switch how {
        case "refuses": #expect(words.hasPrefix("use feedback: feedbackd is silent; let it vibrate"))
        case "hangs": #expect(words.hasPrefix("use feedback: no answer to a vibration within 1 s"))
        default: #expect(words == "use feedback: feedbackd was ended; the next attempt starts it again")
        }
        #expect(throws: HapticDeviceError.self) {
            try device.vibrate(Vibration(site: .all, strength: 1, milliseconds: 100))
        }
        device.close()
    }

    @Test func `a feedbackd with the profile silent is not used`() throws {
        let bus = try PrivateBus()
        let feedbackd = try bus.start(rig: "feedbackd", #"{"profile": "silent"}"#)
        defer { feedbackd.end() }
        let error = #expect(throws: HapticDeviceError.self) { try open(bus) }
        #expect("\(try #require(error))".hasPrefix("use feedback: feedbackd is silent; let it vibrate: gsettings set"))
    }

    @Test func `without feedbackd the error says how to install it`() throws {
        let bus = try PrivateBus()
        let error = #expect(throws: HapticDeviceError.self) { try open(bus) }
        #expect(
            "\(try #require(error))"
                == "use feedback: there is no feedbackd; install it: apt-get install feedbackd")
        bus.end()
        let gone = #expect(throws: HapticDeviceError.self) { try open(bus) }
        #expect("\(try #require(gone))".hasPrefix("use feedback: there is no user D-Bus: "))
    }

    @Test func `a call starts the feedbackd of this machine, which accepts every event`() throws {
        let bus = try PrivateBus(services: "/usr/share/dbus-1/services")
        // A vibrator in the format of the kernel.
        _ = try bus.folder.write("107030000 0\n", to: "input/event3/device/capabilities/ff")
        var device = try open(bus, inputs: "\(bus.folder.path)/input")
        for vibration in [(0.2, 50), (0.5, 80), (1, 300)] {
            try device.vibrate(Vibration(site: .all, strength: vibration.0, milliseconds: vibration.1))
        }
        // All answers arrive, and none of them is an error.
        var isAnswered = false
        let deadline = ContinuousClock.now + .seconds(30)
        while !isAnswered, ContinuousClock.now < deadline {
            var waited = pollfd(fd: try #require(device.descriptor), events: Int16(POLLIN), revents: 0)
            _ = poll(&waited, 1, 50)
            _ = try device.messages()
            isAnswered = (device as? FeedbackDevice)?.isAnswered ?? true
        }
        #expect(isAnswered)
        try device.stop()
        try device.checkHealth()
        device.close()
    }

    @Test func `an older feedbackd is not used without a vibrator`() throws {
        let bus = try PrivateBus(services: "/usr/share/dbus-1/services")
        _ = try bus.folder.write("0\n", to: "input/event3/device/capabilities/ff")
        let error = #expect(throws: HapticDeviceError.self) { try open(bus, inputs: "\(bus.folder.path)/input") }
        #expect("\(try #require(error))".hasPrefix("use feedback: there is no vibrator; "))
    }

    @Test func `the event most similar to the vibration is chosen`() {
        func event(_ strength: Double, _ milliseconds: Int) -> FeedbackEvent? {
            FeedbackEvent(Vibration(site: .all, strength: strength, milliseconds: milliseconds))
        }
        #expect(event(1, 500) == .message)
        #expect(event(1, 100) == .bell)
        #expect(event(0.25, 100) == .closed)
        #expect(event(0.2, 60) == .released)
        #expect(event(0, 60) == nil)
    }
}
