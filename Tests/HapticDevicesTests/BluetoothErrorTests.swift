import Foundation
import Glibc
import TestSupport
import Testing

@testable import DBus
@testable import HapticDevices

private let left = "F0:F1:F2:F3:F4:01"

@Suite("The reasons why Bluetooth cannot be used, with the remedies")
struct BluetoothErrorTests {
    /// The error of opening a device.
    private func refusal(
        bands: [[String: Any]] = [], adapters: [String: Bool] = ["hci0": true], wanted: String? = nil
    ) throws -> String {
        signal(SIGPIPE, SIG_IGN)
        let bus = try PrivateBus()
        let plan = try JSONSerialization.data(withJSONObject: ["bands": bands, "adapters": adapters])
        let bluez = try bus.start(rig: "bluez", String(decoding: plan, as: UTF8.self))
        defer { bluez.end() }
        return try refusal(on: bus, wanted: wanted)
    }

    private func refusal(on bus: PrivateBus, wanted: String? = nil) throws -> String {
        var kind = BluetoothDriver(nameOrAddress: wanted)
        kind.bus = .at(bus.address)
        kind.timeouts = .init(search: 0.3, connect: 0.5, resolve: 0.5, call: 2, introduce: 0.2)
        let error = #expect(throws: HapticDeviceError.self) { try kind.open(while: { true }) }
        return "\(try #require(error))"
    }

    @Test func `a missing Bluetooth service is reported`() throws {
        #expect(
            try refusal(on: PrivateBus())
                == "use bluetooth: the Bluetooth service does not run; install it (apt-get install "
                + "bluez) and start it (systemctl start bluetooth)")
    }

    @Test func `a missing system bus is reported`() throws {
        let bus = try PrivateBus()
        bus.end()
        #expect(try refusal(on: bus).hasPrefix("use bluetooth: there is no system D-Bus: "))
    }

    @Test func `a missing adapter, or one that is off, is reported`() throws {
        #expect(try refusal(adapters: [:]).hasPrefix("use bluetooth: there is no Bluetooth adapter; plug one in"))
        #expect(
            try refusal(bands: [["address": left]], adapters: ["hci0": false])
                == "use bluetooth: the adapter hci0 is off; switch it on: bluetoothctl power on")
    }

    @Test func `a device that is not found is reported`() throws {
        #expect(try refusal().hasPrefix("use bluetooth: no device with Nordic UART was found within 1 s; switch"))
        #expect(
            try refusal(bands: [["address": left]], wanted: "other")
                .hasPrefix("use bluetooth other: other is unknown, and was not found within 1 s; switch it on"))
    }

    @Test func `a device that cannot be connected is reported`() throws {
        let failed = try refusal(bands: [["address": left, "refuses": ["Failed", "le-connection-abort-by-local"]]])
        #expect(
            failed == "use bluetooth: band (\(left)) cannot be connected: le-connection-abort-by-local "
                + "(org.bluez.Error.Failed); bring it near and switch it on; it may be connected to another machine")
        let late = try refusal(bands: [["address": left, "hangs": true]])
        #expect(late.contains("cannot be connected: no answer to org.bluez.Device1.Connect within 1 s"))
    }

    @Test func `a device that must be paired is reported`() throws {
        let text = try refusal(bands: [["address": left, "paired": false]])
        #expect(text.hasSuffix("pair it: bluetoothctl pair \(left), then bluetoothctl trust \(left)"))
    }

    @Test func `a device without Nordic UART, or without services, is reported`() throws {
        #expect(
            try refusal(bands: [["address": left, "uart": false]])
                .hasPrefix("use bluetooth: band (\(left)) offers no Nordic UART (6E400001-B5A3-F393-E0A9-E50E24DCCA9E)")
        )
        #expect(
            try refusal(bands: [["address": left, "resolvesAfter": 30]])
                == "use bluetooth: band (\(left)) did not report its services within 1 s; switch it off and on")
    }

    @Test func `a device that another program uses is reported`() throws {
        #expect(
            try refusal(bands: [["address": left, "taken": true]])
                == "use bluetooth: another program uses band (\(left)); end that program; only one can use the device"
        )
    }
}
