import TestSupport
import Testing

@testable import DBus

/// Calls and signals on a private bus.
@Suite struct DBusConnectionTests {
    private static func call(_ member: String, _ arguments: [DBusValue] = [], to service: String = name) -> DBusMethod {
        DBusMethod(
            service: service, path: "/org/freedesktop/DBus", interface: name, member: member, arguments: arguments)
    }

    private static let name = "org.freedesktop.DBus"

    @Test func `a call returns the values of its answer`() throws {
        let bus = try PrivateBus()
        let connection = try DBusConnection(.at(bus.address))
        #expect(connection.descriptor != nil)
        #expect(try connection.call(Self.call("NameHasOwner", [.string(Self.name)])) == [.bool(true)])
        let names = try #require(try connection.call(Self.call("ListNames")).first)
        #expect(names.asTexts.contains(Self.name))
    }

    @Test func `the answer of a missing service is an error with its name`() throws {
        let bus = try PrivateBus()
        let connection = try DBusConnection(.at(bus.address))
        let error = #expect(throws: DBusError.self) { try connection.call(Self.call("Get", to: "org.example.Absent")) }
        #expect(error?.isServiceMissing == true && error?.name == "org.freedesktop.DBus.Error.ServiceUnknown")
    }

    @Test func `signals that arrive during a call are kept until they are read`() throws {
        let bus = try PrivateBus()
        let connection = try DBusConnection(.at(bus.address))
        try connection.watch("type='signal',member='NameOwnerChanged'")
        let other = try DBusConnection(.at(bus.address))
        // The name of the second connection changes owner before its call is answered.
        _ = try other.call(Self.call("GetId"))
        _ = try connection.call(Self.call("GetId"))
        var members: [String] = []
        while case .signal(let signal)? = try connection.next(within: members.isEmpty ? 10 : 0) {
            members.append(signal.member)
        }
        #expect(members.contains("NameOwnerChanged"))
    }

    @Test func `the end of the bus is an error`() throws {
        let bus = try PrivateBus()
        let connection = try DBusConnection(.at(bus.address))
        _ = try connection.call(Self.call("GetId"))
        bus.end()
        let error = #expect(throws: DBusError.self) {
            // Signals to the connection may have been kept.
            while try connection.next(within: 10) != nil {}
        }
        if case .bus? = error { return }
        Issue.record("\(String(describing: error))")
    }

    @Test func `a closed connection refuses calls, and can be closed again`() throws {
        let bus = try PrivateBus()
        let connection = try DBusConnection(.at(bus.address))
        connection.close()
        connection.close()
        #expect(connection.descriptor == nil)
        #expect(throws: DBusError.bus(reason: "closed")) { try connection.call(Self.call("GetId")) }
    }
}
