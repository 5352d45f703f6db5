import CSystemd
import Glibc
import Platform

/// The address of a bus.
package enum DBusAddress: Hashable, Sendable {
    /// The bus of the machine; `DBUS_SYSTEM_BUS_ADDRESS` overrides its address.
    case system
    /// The bus of the user: `DBUS_SESSION_BUS_ADDRESS`, or the socket below `XDG_RUNTIME_DIR`.
    case session
    /// Another bus: "unix:path=/tmp/bus".
    case at(String)
}

/// A connection to D-Bus.
///
/// One thread uses it at a time. Messages are read in order: while a call waits for its answer, other messages are kept
/// until ``next(within:while:)`` returns them. Every call has a timeout.
package final class DBusConnection: @unchecked Sendable {
    /// The interval at which a wait checks whether it was cancelled.
    private static let pollIntervalMilliseconds = 50
    /// The number of kept messages, more than a scan with many devices causes during one call; the oldest are dropped.
    private static let maxKeptMessages = 4096

    private var bus: OpaquePointer?
    private var waiting: [DBusMessage] = []

    /// Connects, without waiting for the bus.
    package init(_ address: DBusAddress) throws(DBusError) {
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

    /// Readable when a message has arrived.
    package var descriptor: Int32? {
        guard let bus else { return nil }
        let number = sd_bus_get_fd(bus)
        return number < 0 ? nil : number
    }

    /// Sends what can be sent at once, and disconnects. May be called twice.
    package func close() {
        // `process` sends the rest, as far as that works without waiting.
        if let bus { sd_bus_process(bus, nil) }
        bus = sd_bus_close_unref(bus)
        waiting = []
    }

    /// Sends a call without waiting for its answer.
    ///
    /// - Returns: The number of the call, which its answer carries.
    @discardableResult
    package func send(_ method: DBusMethod) throws(DBusError) -> UInt64 {
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

    /// Calls a method and waits for the answer.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - seconds: The timeout.
    ///   - isWanted: Called repeatedly; `false` cancels the wait.
    /// - Returns: The values of the answer.
    /// - Throws: The error of the answer, of the timeout or of the connection.
    @discardableResult
    package func call(
        _ method: DBusMethod, within seconds: Double = 2, while isWanted: () -> Bool = { true }
    ) throws(DBusError) -> [DBusValue] {
        let cookie = try send(method)
        let deadline = MonotonicInstant.now.milliseconds + Int(seconds * 1000)
        while let message = try arrive(until: deadline, while: isWanted) {
            if case .answer(cookie, let result) = message { return try result.get() }
            keep(message)
        }
        throw .timeout(method: "\(method.interface).\(method.member)", seconds: seconds)
    }

    /// Subscribes to signals.
    ///
    /// - Parameter rule: A match rule of D-Bus: "type='signal',sender='org.bluez'".
    package func watch(_ rule: String) throws(DBusError) {
        try call(.bus("AddMatch", [.string(rule)]))
    }

    /// Ends a subscription.
    package func unwatch(_ rule: String) throws(DBusError) {
        try call(.bus("RemoveMatch", [.string(rule)]))
    }

    /// The next message; `nil` if none arrives within the timeout, which may be 0.
    package func next(within seconds: Double = 0, while isWanted: () -> Bool = { true }) throws(DBusError)
        -> DBusMessage?
    {
        if !waiting.isEmpty { return waiting.removeFirst() }
        return try arrive(until: MonotonicInstant.now.milliseconds + Int(seconds * 1000), while: isWanted)
    }

    private func keep(_ message: DBusMessage) {
        if waiting.count >= Self.maxKeptMessages { waiting.removeFirst(waiting.count / 2) }
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
                if read.isHangUp { throw .bus(reason: "the bus has closed the connection") }
                return read
            }
            // Something was processed: there may be more.
            if result > 0 { continue }
            guard isWanted() else { throw .abandoned }
            let now = MonotonicInstant.now.milliseconds
            guard now < deadline else { return nil }
            // The wait ends early when a message arrives, or a signal of the process.
            sd_bus_wait(bus, UInt64(min(deadline - now, Self.pollIntervalMilliseconds)) * 1000)
        }
    }

    private static func reason(_ result: Int32) -> String {
        // sd-bus returns this code if the address of the user's bus is unknown.
        if result == -ENOMEDIUM { return "neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR is set" }
        return String(cString: strerror(-result))
    }
}

extension DBusMessage {
    /// Whether it is the message of sd-bus for the end of the connection.
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
