import DBus
import Positions

/// A client of GeoClue, which has been started. It ends with its last reference.
final class GeoClueClient {
    /// The timeouts of the steps, seconds.
    struct Timeouts: Sendable {
        /// GeoClue answers the first request after an agent has come.
        var client = 10.0
        /// The agent may ask the person.
        var start = 60.0
        var location = 5.0
    }

    /// An event of GeoClue.
    enum Event {
        /// The path of a new location.
        case location(String)
        case stopped
        case nothing
    }

    static let service = "org.freedesktop.GeoClue2"
    /// The name by which GeoClue and its agents know navbus.
    private static let desktopID = "navbus"
    private static let exact: UInt32 = 8
    private static let manager = "/org/freedesktop/GeoClue2/Manager"
    private static let properties = "org.freedesktop.DBus.Properties"

    private let connection: DBusConnection
    private let path: String
    private let timeouts: Timeouts

    /// Connects and starts the client.
    ///
    /// - Parameters:
    ///   - needsExact: Whether to refuse a GeoClue without a source of exact positions.
    ///   - stop: Cancels the waits.
    init(
        _ bus: DBusAddress, _ timeouts: Timeouts, needsExact: Bool = false, stop: StopSignal
    ) throws(GeoClueError) {
        self.timeouts = timeouts
        connection = try Self.explained(.connect) { () throws(DBusError) in
            let connection = try DBusConnection(bus)
            try connection.watch(
                "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(Self.service)'")
            try connection.watch("type='signal',sender='\(Self.service)',member='LocationUpdated'")
            return connection
        }
        let connection = connection
        func call(
            _ path: String, _ interface: String, _ member: String, _ arguments: [DBusValue] = [], within seconds: Double
        ) throws(DBusError) -> [DBusValue] {
            try connection.call(
                Self.method(path, interface, member, arguments), within: seconds, while: { !stop.isRaised })
        }
        if needsExact {
            let level = try Self.explained(.client) { () throws(DBusError) in
                try call(
                    Self.manager, Self.properties, "Get",
                    [.string("\(Self.service).Manager"), .string("AvailableAccuracyLevel")], within: timeouts.location)
            }
            guard level.first?.asInt ?? 0 >= Int(Self.exact) else { throw .inexact }
        }
        path = try Self.explained(.client) { () throws(DBusError) in
            let answer = try call(Self.manager, "\(Self.service).Manager", "GetClient", within: timeouts.client)
            guard let path = answer.first?.asText else { throw .unexpected(method: "GetClient") }
            return path
        }
        let path = path
        try Self.explained(.start) { () throws(DBusError) in
            for (name, value) in [
                ("DesktopId", DBusValue.string(Self.desktopID)), ("RequestedAccuracyLevel", .uint32(Self.exact)),
            ] {
                _ = try call(
                    path, Self.properties, "Set", [.string("\(Self.service).Client"), .string(name), .variant(value)],
                    within: timeouts.location)
            }
            _ = try call(path, "\(Self.service).Client", "Start", within: timeouts.start)
        }
    }

    /// Waits for a location.
    func next(within seconds: Double, stop: StopSignal) throws(GeoClueError) -> Event {
        try Self.explained(.location) { () throws(DBusError) in
            if let event = try waiting() { return event }
            // D-Bus has no descriptor after the end of the connection; the next read then throws.
            if case .stopped = Wait.forInput(on: connection.descriptor, stop: stop, seconds: seconds) {
                return .stopped
            }
            return try waiting() ?? .nothing
        }
    }

    /// The properties of a location; `nil` if GeoClue has replaced it.
    func location(at path: String, stop: StopSignal) throws(GeoClueError) -> [String: DBusValue]? {
        do throws(DBusError) {
            return try connection.call(
                Self.method(path, Self.properties, "GetAll", [.string("\(Self.service).Location")]),
                within: timeouts.location, while: { !stop.isRaised }
            ).first?.asDictionary ?? [:]
        } catch {
            switch error.name {
            case "org.freedesktop.DBus.Error.UnknownMethod", "org.freedesktop.DBus.Error.UnknownObject": return nil
            default: throw Self.explanation(of: error, at: .location)
            }
        }
    }

    /// The next event among the messages that have arrived.
    private func waiting() throws(DBusError) -> Event? {
        while let message = try connection.next() {
            guard case .signal(let signal) = message else { continue }
            switch signal.member {
            case "NameOwnerChanged" where signal.arguments.last?.asText == "":
                throw .answer(name: "org.freedesktop.DBus.Error.NameHasNoOwner", text: "")
            case "LocationUpdated" where signal.path == path:
                // "/" stands for no location.
                if let new = signal.arguments.last?.asText, new != "/" { return .location(new) }
            default: break
            }
        }
        return nil
    }

    private static func method(
        _ path: String, _ interface: String, _ member: String, _ arguments: [DBusValue]
    ) -> DBusMethod {
        DBusMethod(service: service, path: path, interface: interface, member: member, arguments: arguments)
    }

    private static func explained<Value>(
        _ step: GeoClueError.Step, _ work: () throws(DBusError) -> Value
    ) throws(GeoClueError) -> Value {
        do throws(DBusError) {
            return try work()
        } catch {
            throw explanation(of: error, at: step)
        }
    }

    /// Once the client was started, a missing GeoClue is one that has ended.
    private static func explanation(of error: DBusError, at step: GeoClueError.Step) -> GeoClueError {
        let hasEnded = error.isServiceMissing || error.name == "org.freedesktop.DBus.Error.NoReply"
        return step == .location && hasEnded ? .ended : GeoClueError(error, at: step)
    }
}
