import Glibc

/// An open descriptor that is closed once nobody has it any more.
final class DBusDescriptor: Hashable, Sendable {
    let number: Int32

    /// Takes an open descriptor over.
    init(owning number: Int32) { self.number = number }

    deinit { Glibc.close(number) }

    static func == (left: DBusDescriptor, right: DBusDescriptor) -> Bool { left === right }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
