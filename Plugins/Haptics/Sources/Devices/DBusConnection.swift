import CSystemd
import Glibc
import Platform

/// Which bus.
enum DBusAddress: Hashable, Sendable {
    /// The machine's; `DBUS_SYSTEM_BUS_ADDRESS` names another.
    case system
    /// The user's; `DBUS_SESSION_BUS_ADDRESS` names it, else it is below `XDG_RUNTIME_DIR`.
    case session
    /// Any other: "unix:path=/tmp/bus".
    case at(String)
}

/// A connection to D-Bus.
///
/// One thread uses it at a time. What comes is read in order and by nobody else: an answer is looked for among what has
/// come, and everything else is kept until it is asked for. No call waits longer than it is told to.
final class DBusConnection: @unchecked Sendable {
    /// How often is asked whether somebody still waits.
    private static let patienceMilliseconds = 50
    /// More than a scan of a busy room tells in the time of one call; what is older goes first.
    private static let mostWaiting = 4096

    private var bus: OpaquePointer?
    private var waiting: [DBusMessage] = []

    /// Connects; the bus has answered nothing yet.
    init(_ address: DBusAddress) throws(DBusError) {
        var opened: OpaquePointer?
        let result =
            switch address {
            case .system: sd_bus_open_system(&opened)
            case .session: sd_bus_open_user(&opened)
            case .at(let text): Self.open(text, &opened)
            }
        guard result >= 0, let opened else { throw .bus(reason: Self.reason(result)) }
        bus = opened
    }

    deinit { close() }

    private static func open(_ address: String, _ opened: inout OpaquePointer?) -> Int32 {
        var new: OpaquePointer?
        var result = sd_bus_new(&new)
        if result >= 0 { result = sd_bus_set_address(new, address) }
        if result >= 0 { result = sd_bus_set_bus_client(new, 1) }
        if result >= 0 { result = sd_bus_negotiate_fds(new, 1) }
        if result >= 0 { result = sd_bus_start(new) }
        if result < 0 { new = sd_bus_close_unref(new) }
        opened = new
        return result
    }

    /// Readable when something has come.
    var descriptor: Int32? {
        guard let bus else { return nil }
        let number = sd_bus_get_fd(bus)
        return number < 0 ? nil : number
    }

    /// Sends what is left to be sent, as far as that goes at once, and hangs up. Safe twice.
    func close() {
        // What does not go at once never will: nobody waits for it here. `process` sends the rest.
        if let bus { sd_bus_process(bus, nil) }
        bus = sd_bus_close_unref(bus)
        waiting = []
    }

    /// Sends a call and does not wait for its answer, which comes with this number.
    @discardableResult
    func send(_ method: DBusMethod) throws(DBusError) -> UInt64 {
        guard let bus else { throw .bus(reason: "closed") }
        var message: OpaquePointer?
        var result = sd_bus_message_new_method_call(
            bus, &message, method.service, method.path, method.interface, method.member)
        defer { sd_bus_message_unref(message) }
        if result >= 0, let message { result = DBusWriter(message).append(method.arguments) }
        var cookie: UInt64 = 0
        if result >= 0 { result = sd_bus_send(bus, message, &cookie) }
        guard result >= 0 else { throw .bus(reason: Self.reason(result)) }
        return cookie
    }

    /// Calls and waits for the answer.
    ///
    /// - Parameters:
    ///   - seconds: The longest time to wait.
    ///   - isWanted: Asked now and then; `false` ends the waiting.
    @discardableResult
    func call(
        _ method: DBusMethod, within seconds: Double = 2, while isWanted: () -> Bool = { true }
    ) throws(DBusError) -> [DBusValue] {
        let cookie = try send(method)
        let deadline = MonotonicInstant.now.milliseconds + Int(seconds * 1000)
        while let message = try arrive(until: deadline, while: isWanted) {
            if case .answer(cookie, let result) = message { return try result.get() }
            keep(message)
        }
        throw .late(method: "\(method.interface).\(method.member)", seconds: seconds)
    }

    /// Asks to be told signals.
    ///
    /// - Parameter rule: As D-Bus writes them: "type='signal',sender='org.bluez'".
    func watch(_ rule: String) throws(DBusError) {
        try call(.bus("AddMatch", [.string(rule)]))
    }

    /// Takes that back.
    func unwatch(_ rule: String) throws(DBusError) {
        try call(.bus("RemoveMatch", [.string(rule)]))
    }

    /// The next that has come; `nil` when nothing comes within so many seconds, which may be none.
    func next(within seconds: Double = 0, while isWanted: () -> Bool = { true }) throws(DBusError) -> DBusMessage? {
        if !waiting.isEmpty { return waiting.removeFirst() }
        return try arrive(until: MonotonicInstant.now.milliseconds + Int(seconds * 1000), while: isWanted)
    }

    private func keep(_ message: DBusMessage) {
        if waiting.count >= Self.mostWaiting { waiting.removeFirst(waiting.count / 2) }
        waiting.append(message)
    }

    private func arrive(until deadline: Int, while isWanted: () -> Bool) throws(DBusError) -> DBusMessage? {
        guard let bus else { throw .bus(reason: "closed") }
        while true {
            var message: OpaquePointer?
            let result = sd_bus_process(bus, &message)
            defer { sd_bus_message_unref(message) }
            guard result >= 0 else { throw .bus(reason: Self.reason(result)) }
            if let message, let read = DBusMessage(message) {
                if read.isHangUp { throw .bus(reason: "the bus has hung up") }
                return read
            }
            // Something was done: there may be more.
            if result > 0 { continue }
            guard isWanted() else { throw .abandoned }
            let now = MonotonicInstant.now.milliseconds
            guard now < deadline else { return nil }
            // Ends early when something comes, or a signal of the process does.
            sd_bus_wait(bus, UInt64(min(deadline - now, Self.patienceMilliseconds)) * 1000)
        }
    }

    private static func reason(_ result: Int32) -> String {
        // The library's way to say that nothing names the bus of the user.
        if result == -ENOMEDIUM { return "neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR is set" }
        return String(cString: strerror(-result))
    }
}

extension DBusMessage {
    /// The library's own word for the end of the connection.
    fileprivate var isHangUp: Bool {
        if case .signal(let signal) = self {
            signal.interface == "org.freedesktop.DBus.Local" && signal.member == "Disconnected"
        } else {
            false
        }
    }
}

extension DBusMethod {
    /// A call to the bus itself.
    fileprivate static func bus(_ member: String, _ arguments: [DBusValue]) -> DBusMethod {
        DBusMethod(
            service: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            member: member, arguments: arguments)
    }
}
