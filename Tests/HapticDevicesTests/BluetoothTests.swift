import Foundation
import Glibc
import TestSupport
import Testing

@testable import DBus
@testable import HapticDevices

/// The addresses of two simulated wristbands.
private let left = "F0:F1:F2:F3:F4:01"
private let right = "F0:F1:F2:F3:F4:02"

@Suite("Nordic UART over Bluetooth")
struct BluetoothTests {
    /// BlueZ with simulated wristbands on a private bus.
    private struct World {
        let bus: PrivateBus
        let bluez: PrivateBus.Rig

        init(bands: [[String: Any]], adapters: [String: Bool] = ["hci0": true]) throws {
            signal(SIGPIPE, SIG_IGN)
            bus = try PrivateBus()
            let plan = try JSONSerialization.data(withJSONObject: ["bands": bands, "adapters": adapters])
            bluez = try bus.start(rig: "bluez", String(decoding: plan, as: UTF8.self))
        }

        func kind(_ wanted: String? = nil, _ timeouts: BluetoothDriver.Timeouts = .init()) -> BluetoothDriver {
            var kind = BluetoothDriver(nameOrAddress: wanted)
            kind.bus = .at(bus.address)
            kind.timeouts = timeouts
            return kind
        }

        func open(_ wanted: String? = nil) throws -> any HapticDevice {
            try kind(wanted).open(while: { true })
        }

        /// The lines that a wristband received, without inquiries and keep-alives.
        func lines(_ address: String = left) -> [String] {
            bluez.events("line", address).compactMap { $0["text"] as? String }.filter { !"?K".contains($0.prefix(1)) }
        }
    }

    /// Collects the messages of a device until a condition holds or the device is lost.
    private func listen(
        to device: inout any HapticDevice, until isEnough: ([DeviceMessage]) -> Bool
    ) throws -> [DeviceMessage] {
        var words: [DeviceMessage] = []
        let deadline = ContinuousClock.now + .seconds(30)
        while !isEnough(words), ContinuousClock.now < deadline {
            var waited = pollfd(fd: try #require(device.descriptor), events: Int16(POLLIN), revents: 0)
            if poll(&waited, 1, 100) > 0 { words += try device.messages() }
        }
        return words
    }

    @Test func `a wristband is found by its service, and vibrates`() throws {
        let world = try World(bands: [["address": left, "name": "lamp", "advertises": false], ["address": right]])
        var device = try world.open()
        #expect(device.name == "bluetooth" && device.source == "bluetooth \(right)")
        #expect(device.motors == .two)
        try device.vibrate(Vibration(site: .left, strength: 0.8, milliseconds: 300))
        try device.stop()
        #expect(world.bluez.wait { _ in world.lines(right) == ["V L 80 300\n", "S\n"] }, "\(world.bluez.events)")
        #expect(world.bluez.events("connect", left).isEmpty)
        device.close()
        #expect(world.bluez.wait { !$0.events("disconnect", right).isEmpty })
    }

    @Test(arguments: [true, false]) func `every line is one packet of at most 20 bytes`(acquires: Bool) throws {
        let world = try World(bands: [["address": left, "acquires": acquires]])
        var device = try world.open()
        for degrees in stride(from: 0.0, to: 360, by: 45) {
            try device.vibrate(Vibration(site: .around(degrees: degrees), strength: 1, milliseconds: 5000))
        }
        #expect(world.bluez.wait { _ in world.lines().count == 8 }, "\(world.bluez.events)")
        let lines = world.bluez.events("line", left)
        #expect(lines.allSatisfy { ($0["bytes"] as? Int ?? 99) <= 20 })
        #expect(lines.allSatisfy { ($0["text"] as? String)?.hasSuffix("\n") == true })
        #expect(lines.allSatisfy { $0["how"] as? String == (acquires ? "packet" : "value request") })
        device.close()
    }

    @Test func `lines are split for a wristband with a small MTU`() throws {
        #expect(BluetoothChannel.piece(ofMTU: 23) == 20)
        #expect(BluetoothChannel.piece(ofMTU: 517) == 20)
        #expect(BluetoothChannel.piece(ofMTU: 0) == 20)
        let world = try World(bands: [["address": left, "mtu": 11]])
        var device = try world.open()
        try device.vibrate(Vibration(site: .left, strength: 1, milliseconds: 300))
        #expect(world.bluez.wait { _ in world.lines() == ["V L 100 ", "300\n"] }, "\(world.lines())")
        device.close()
    }

    @Test(arguments: [true, false]) func `messages of button, battery and compass arrive`(acquires: Bool) throws {
        let world = try World(bands: [["address": left, "acquires": acquires]])
        var device = try world.open()
        try world.bluez.order("say", ["address": left, "text": "P 420\nB 77\n"])
        try world.bluez.order("say", ["address": left, "text": "H 271.5 4\n"])
        let words = try listen(to: &device) { $0.count == 3 }
        #expect(
            words == [
                .button(heldMilliseconds: 420), .battery(percent: 77), .heading(degrees: 271.5, accuracyDegrees: 4),
            ])
        device.close()
    }

    @Test func `BlueZ reports the battery of a wristband that does not report it itself`() throws {
        let world = try World(bands: [["address": left, "battery": 64]])
        var device = try world.open()
        #expect(try device.messages() == [.battery(percent: 64)])
        try world.bluez.order("battery", ["address": left, "percent": 15])
        #expect(try listen(to: &device) { !$0.isEmpty } == [.battery(percent: 15)])
        // The value of the device replaces that of BlueZ.
        try world.bluez.order("say", ["address": left, "text": "B 20\n"])
        #expect(try listen(to: &device) { !$0.isEmpty } == [.battery(percent: 20)])
        try world.bluez.order("battery", ["address": left, "percent": 14])
        try world.bluez.order("say", ["address": left, "text": "P 60\n"])
        #expect(try listen(to: &device) { !$0.isEmpty } == [.button(heldMilliseconds: 60)])
        device.close()
    }

    @Test(arguments: [true, false]) func `a wristband out of range is noticed at once, and found again`(
        acquires: Bool
    ) throws {
        let world = try World(bands: [["address": left, "name": "navband", "acquires": acquires]])
        var device = try world.open("navband")
        try device.vibrate(Vibration(site: .all, strength: 1, milliseconds: 300))
        #expect(world.bluez.wait { _ in world.lines() == ["V A 100 300\n"] })
        try world.bluez.order("drop", ["address": left])
        do {
            _ = try listen(to: &device) { _ in false }
            Issue.record("the loss was not noticed")
        } catch {
            #expect(
                "\(error)" == "use bluetooth navband: the connection to navband (\(left)) was lost; it is connected "
                    + "again when it is near and on")
        }
        #expect(throws: HapticDeviceError.self) {
            try device.vibrate(Vibration(site: .all, strength: 1, milliseconds: 300))
            _ = try device.messages()
        }
        device.close()
        device.close()
        var again = try world.open("navband")
        try again.vibrate(Vibration(site: .all, strength: 0.5, milliseconds: 200))
        #expect(world.bluez.wait { _ in world.lines().last == "V A 50 200\n" })
        again.close()
    }

    @Test func `the named one of two wristbands is used, by name or by address`() throws {
        let world = try World(bands: [["address": left, "name": "left"], ["address": right, "name": "right"]])
        var byName = try world.open("right")
        var byAddress = try world.open(left.lowercased())
        try byName.vibrate(Vibration(site: .all, strength: 1, milliseconds: 100))
        try byAddress.vibrate(Vibration(site: .all, strength: 1, milliseconds: 200))
        #expect(world.bluez.wait { _ in world.lines(right) == ["V A 100 100\n"] })
        #expect(world.bluez.wait { _ in world.lines(left) == ["V A 100 200\n"] })
        byName.close()
        byAddress.close()
    }

    @Test func `an unknown wristband is searched for, and the search ends`() throws {
        let world = try World(bands: [["address": left, "name": "navband", "heardAfter": 0.3]])
        var device = try world.open("navband")
        #expect(world.bluez.wait { $0.events("discovery").compactMap { $0["on"] as? Bool } == [true, false] })
        #expect(world.bluez.events("filter").first?["uuids"] as? [String] == [])
        device.close()
    }

    @Test func `without a name the search is limited to Nordic UART`() throws {
        let world = try World(bands: [["address": left, "heardAfter": 0.1]])
        var device = try world.open()
        #expect(world.bluez.events("filter").first?["uuids"] as? [String] == [NordicUART.service])
        #expect(world.bluez.events("filter").first?["transport"] as? String == "le")
        device.close()
    }

    @Test func `the services of a slow wristband are waited for`() throws {
        let world = try World(bands: [["address": left, "resolvesAfter": 1.2]])
        var device = try world.open()
        #expect(device.motors == .two)
        device.close()
    }

    @Test func `when one device cannot be connected, the next is tried`() throws {
        let world = try World(bands: [
            ["address": left, "rssi": -40, "refuses": ["Failed", "le-connection-abort-by-local"]],
            ["address": right, "rssi": -80],
        ])
        var device = try world.open()
        #expect(!world.bluez.events("connect", left).isEmpty)
        try device.vibrate(Vibration(site: .all, strength: 1, milliseconds: 100))
        #expect(world.bluez.wait { _ in world.lines(right) == ["V A 100 100\n"] })
        device.close()
    }

    @Test func `after a wristband that another program uses, the next is tried`() throws {
        let world = try World(bands: [
            ["address": left, "rssi": -40, "taken": true], ["address": right, "rssi": -80, "resolvesAfter": 0.3],
        ])
        var device = try world.open()
        try device.vibrate(Vibration(site: .all, strength: 1, milliseconds: 100))
        #expect(world.bluez.wait { _ in world.lines(right) == ["V A 100 100\n"] })
        device.close()
    }

    @Test func `after a known wristband that is out of reach, a new one nearby is found`() throws {
        let world = try World(bands: [
            ["address": left, "refuses": ["Failed", "Host is down"]], ["address": right, "heardAfter": 0.1],
        ])
        var device = try world.open()
        try device.vibrate(Vibration(site: .all, strength: 1, milliseconds: 100))
        #expect(world.bluez.wait { _ in world.lines(right) == ["V A 100 100\n"] })
        device.close()
    }

    @Test(.timeLimit(.minutes(1)))
    func `a cancelled connection attempt is disconnected without waiting`() throws {
        let world = try World(bands: [["address": left, "hangs": true]])
        let bluez = world.bluez
        let connects = Connects { !bluez.events("connect").isEmpty }
        #expect(throws: HapticDeviceError.self) { try world.kind().open(while: { !connects.isTrue() }) }
        #expect(bluez.wait { !$0.events("disconnect", left).isEmpty })
    }

    /// A condition that is only evaluated on the thread of this test.
    private struct Connects: @unchecked Sendable {
        let isTrue: () -> Bool
    }

    @Test func `the end of BlueZ is the loss of the device`() throws {
        let world = try World(bands: [["address": left]])
        var device = try world.open()
        world.bluez.end()
        #expect(throws: HapticDeviceError.self) { _ = try listen(to: &device) { _ in false } }
        device.close()
    }
}
