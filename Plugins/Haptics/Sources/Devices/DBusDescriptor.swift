import Glibc

/// A descriptor that is closed with the last reference to it.
final class DBusDescriptor: Hashable, Sendable {
    let number: Int32

    /// Takes ownership of an open descriptor.
    init(owning number: Int32) { self.number = number }

    deinit { Glibc.close(number) }

    static func == (left: DBusDescriptor, right: DBusDescriptor) -> Bool { left === right }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
