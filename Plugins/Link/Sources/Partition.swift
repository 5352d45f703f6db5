package import NavigationEvents

/// One of the parts into which a fleet is divided. The sessions of a partition have one owner and one log of inputs.
///
/// The number of a session's partition is the hash FNV-1a (32 bits) of its name, modulo 256, for ever: the function
/// `partition(256, …)` of the subject mappings of NATS gives the same number.
package struct Partition: Sendable, Hashable, Comparable {
    /// The number of partitions.
    package static let count = 256
    /// All partitions.
    package static let all = (0..<count).map { Partition(checked: $0) }

    /// The number, 0 to 255.
    package let number: Int

    /// The partition with this number; `nil` if there is none.
    package init?(_ number: Int) {
        guard (0..<Self.count).contains(number) else { return nil }
        self.number = number
    }

    /// The partition of a session.
    package init(of session: Session) {
        let hash = session.name.utf8.reduce(0x811C_9DC5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
        number = Int(hash % UInt32(Self.count))
    }

    private init(checked number: Int) { self.number = number }

    package static func < (one: Partition, other: Partition) -> Bool { one.number < other.number }
}
