import Platform
import TestSupport
import Testing

@testable import DBus
@testable import HapticDevices

@Suite("The objects of BlueZ")
struct BluetoothObjectsTests {
    private static let device = "/org/bluez/hci0/dev_1"

    /// Objects of BlueZ: an adapter and a device.
    private static func make(
        powered: Bool = true, more: [String: DBusValue] = [:]
    ) -> BluetoothObjects {
        let device: [String: DBusValue] = [
            "Adapter": .path("/org/bluez/hci0"), "Address": .string("F0:F1:F2:F3:F4:01"), "Name": .string("navband"),
            "Connected": .bool(false),
        ].merging(more) { $1 }
        return BluetoothObjects([
            .dictionary([
                "/org/bluez/hci0": .dictionary([BluetoothObjects.adapter: .dictionary(["Powered": .bool(powered)])]),
                Self.device: .dictionary([BluetoothObjects.device: .dictionary(device)]),
            ])
        ]) ?? BluetoothObjects()
    }

    private static func changed(_ interface: String, _ values: [String: DBusValue], gone: [String] = []) -> DBusSignal {
        DBusSignal(
            path: device, interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged",
            arguments: [.string(interface), .dictionary(values), .array(of: "s", gone.map { .string($0) })])
    }

    @Test func `a device is found by its name, its address or its alias`() {
        let objects = Self.make(more: ["Alias": .string("my band")])
        for wanted in ["navband", "f0:f1:f2:f3:f4:01", "F0:F1:F2:F3:F4:01", "my band"] {
            #expect(objects.peers(wanted).map(\.path) == [Self.device])
        }
        for wanted in ["NAVBAND", "nav", nil] { #expect(objects.peers(wanted).isEmpty) }
    }

    @Test func `devices of an adapter that is off are ignored`() {
        #expect(Self.make(powered: false).peers("navband").isEmpty)
    }

    @Test func `signals update the objects, and removed objects are forgotten`() {
        var objects = Self.make()
        objects.handle(Self.changed(BluetoothObjects.device, ["RSSI": .integer(-40), "Connected": .bool(true)]))
        #expect(objects.peer(Self.device)?.signalStrength == -40)
        #expect(objects.peer(Self.device)?.isConnected == true)
        objects.handle(Self.changed(BluetoothObjects.device, [:], gone: ["RSSI"]))
        #expect(objects.peer(Self.device)?.signalStrength == nil)
        objects.handle(
            DBusSignal(
                path: "/", interface: "org.freedesktop.DBus.ObjectManager", member: "InterfacesRemoved",
                arguments: [.path(Self.device), .array(of: "s", [.string(BluetoothObjects.device)])]))
        #expect(objects.peer(Self.device) == nil)
        // A change of an unknown object.
        objects.handle(Self.changed(BluetoothObjects.device, ["Connected": .bool(true)]))
        #expect(objects.peer(Self.device) == nil)
    }

    @Test func `no signal causes a crash`() {
        var random = SplitMix64.announced(for: "signals of BlueZ")
        var objects = Self.make()
        let values: [DBusValue] = [
            .bool(true), .string(""), .path(Self.device), .bytes([1]), .array(of: "s", []), .array(of: "{sv}", []),
            .structure([.integer(1)]), .dictionary(["Address": .integer(3), "UUIDs": .string(NordicUART.service)]),
            .string(BluetoothObjects.device), .dictionary([BluetoothObjects.device: .bool(false)]),
        ]
        let members = ["InterfacesAdded", "InterfacesRemoved", "PropertiesChanged", "Other"]
        let interfaces = ["org.freedesktop.DBus.ObjectManager", "org.freedesktop.DBus.Properties"]
        for _ in 0..<2000 {
            let count = Int.random(in: 0...4, using: &random)
            objects.handle(
                DBusSignal(
                    path: Self.device, interface: interfaces.randomElement(using: &random) ?? "",
                    member: members.randomElement(using: &random) ?? "",
                    arguments: (0..<count).compactMap { _ in values.randomElement(using: &random) }))
            let peers = objects.peers(nil)
            let areUsable = peers.allSatisfy { $0.hasUART && objects.peer($0.path) == $0 }
            #expect(areUsable, "\(peers)")
            #expect(objects.characteristic(NordicUART.receive, of: Self.device) == nil, "no signal added a service")
        }
    }
}
