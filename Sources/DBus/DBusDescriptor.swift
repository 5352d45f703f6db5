import Glibc

/// A descriptor that is closed with the last reference to it.
package final class DBusDescriptor: Hashable, Sendable {
    /// The number of the open descriptor.
    package let number: Int32

    /// Takes ownership of an open descriptor.
    package init(owning number: Int32) { self.number = number }

    deinit { Glibc.close(number) }

    package static func == (left: DBusDescriptor, right: DBusDescriptor) -> Bool { left === right }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
