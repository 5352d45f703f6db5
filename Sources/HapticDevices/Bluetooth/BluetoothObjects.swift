import DBus

/// The objects of BlueZ: adapters, devices and their services, each with its properties.
///
/// A pure value, updated by the signals of BlueZ. The objects and properties are those of BlueZ's own documentation
/// (org.bluez.Adapter, org.bluez.Device, org.bluez.GattCharacteristic …).
struct BluetoothObjects: Hashable, Sendable {
    typealias Properties = [String: DBusValue]

    static let adapter = "org.bluez.Adapter1"
    static let device = "org.bluez.Device1"
    static let service = "org.bluez.GattService1"
    static let characteristic = "org.bluez.GattCharacteristic1"
    static let battery = "org.bluez.Battery1"

    /// By path and interface.
    private(set) var objects: [String: [String: Properties]] = [:]

    init() {}

    /// Reads the answer to `GetManagedObjects`.
    init?(_ answer: [DBusValue]) {
        guard let all = answer.first?.asDictionary else { return nil }
        for (path, interfaces) in all { add(interfaces, at: path) }
    }

    /// Applies a signal of BlueZ.
    mutating func handle(_ signal: DBusSignal) {
        let arguments = signal.arguments
        switch (signal.interface, signal.member) {
        case ("org.freedesktop.DBus.ObjectManager", "InterfacesAdded"):
            if let path = arguments.first?.asText, arguments.count > 1 { add(arguments[1], at: path) }
        case ("org.freedesktop.DBus.ObjectManager", "InterfacesRemoved"):
            if let path = arguments.first?.asText, arguments.count > 1 { remove(arguments[1].asTexts, at: path) }
        case ("org.freedesktop.DBus.Properties", "PropertiesChanged"):
            guard arguments.count > 1, let interface = arguments[0].asText, let changed = arguments[1].asDictionary
            else { return }
            // An unknown object was removed before this signal arrived.
            objects[signal.path]?[interface]?.merge(changed) { $1 }
            for gone in arguments.count > 2 ? arguments[2].asTexts : [] {
                objects[signal.path]?[interface]?[gone] = nil
            }
        default: break
        }
    }

    /// The properties of an object; `nil` if it does not exist.
    func properties(_ interface: String, at path: String) -> Properties? { objects[path]?[interface] }

    private mutating func add(_ interfaces: DBusValue, at path: String) {
        for (interface, properties) in interfaces.asDictionary ?? [:] {
            objects[path, default: [:]][interface] = properties.asDictionary ?? [:]
        }
    }

    private mutating func remove(_ interfaces: [String], at path: String) {
        for interface in interfaces { objects[path]?[interface] = nil }
        if objects[path]?.isEmpty == true { objects[path] = nil }
    }
}
