import DBus
import Platform

/// The connection to BlueZ, with a copy of its objects that is updated while waiting.
struct BluetoothHost {
    static let service = "org.bluez"
    private static let everything = "type='signal',sender='org.bluez'"

    let connection: DBusConnection
    private(set) var objects = BluetoothObjects()

    /// Connects, and reads the objects of BlueZ.
    init(_ address: DBusAddress) throws(DBusError) {
        connection = try DBusConnection(address)
        // Subscribe first, so that no change is missed.
        try connection.watch(Self.everything)
        let answer = try call("/", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects", within: 5)
        guard let objects = BluetoothObjects(answer) else {
            throw .unexpected(method: "org.freedesktop.DBus.ObjectManager.GetManagedObjects")
        }
        self.objects = objects
    }

    /// Calls a method of BlueZ.
    @discardableResult
    func call(
        _ path: String, _ interface: String, _ member: String, _ arguments: [DBusValue] = [],
        within seconds: Double = 2, while isWanted: () -> Bool = { true }
    ) throws(DBusError) -> [DBusValue] {
        try connection.call(
            Self.method(path, interface, member, arguments), within: seconds, while: isWanted)
    }

    /// Waits for a condition of the objects.
    ///
    /// - Returns: Whether it became true in time.
    mutating func wait(
        within seconds: Double, while isWanted: () -> Bool, until isTrue: (BluetoothObjects) -> Bool
    ) throws(DBusError) -> Bool {
        let deadline = MonotonicInstant.now.milliseconds + Int(seconds * 1000)
        while let message = try connection.next() { handle(message) }
        while !isTrue(objects) {
            let now = MonotonicInstant.now.milliseconds
            guard now < deadline else { return false }
            if let message = try connection.next(within: Double(deadline - now) / 1000, while: isWanted) {
                handle(message)
            }
        }
        return true
    }

    /// Receives only the signals of one device from now on, and the end of BlueZ.
    func listen(to device: String) throws(DBusError) {
        for rule in Self.rules(of: device) { try connection.watch(rule) }
        try connection.unwatch(Self.everything)
    }

    /// Receives all signals again.
    func listenToAll(after device: String) throws(DBusError) {
        try connection.watch(Self.everything)
        for rule in Self.rules(of: device) { try connection.unwatch(rule) }
    }

    private static func rules(of device: String) -> [String] {
        [
            "type='signal',sender='org.bluez',path_namespace='\(device)'",
            "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(service)'",
        ]
    }

    static func method(
        _ path: String, _ interface: String, _ member: String, _ arguments: [DBusValue] = []
    ) -> DBusMethod {
        DBusMethod(service: service, path: path, interface: interface, member: member, arguments: arguments)
    }

    private mutating func handle(_ message: DBusMessage) {
        if case .signal(let signal) = message { objects.handle(signal) }
    }
}
