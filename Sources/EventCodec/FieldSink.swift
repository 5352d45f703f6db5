import NavigationEvents

/// Accepts the fields of a message in the order of their numbers. The wire writer and the JSON writer are sinks: a type
/// describes its fields once (``DescribedMessage``) for both forms.
///
/// `name` is the field's name in JSON, in lowerCamelCase. A plain value equal to its type's default is omitted, as in
/// proto3. A value passed as `ifPresent` is written unless it is `nil`, also when it equals the default.
protocol FieldSink: ~Copyable {
    mutating func double(_ number: UInt32, _ name: StaticString, _ value: Double)
    mutating func double(_ number: UInt32, _ name: StaticString, ifPresent value: Double?)
    /// A value outside the 32 bits of the contract is clamped.
    mutating func int32(_ number: UInt32, _ name: StaticString, _ value: Int)
    mutating func int32(_ number: UInt32, _ name: StaticString, ifPresent value: Int?)
    mutating func int64(_ number: UInt32, _ name: StaticString, ifPresent value: Int64?)
    mutating func uint32(_ number: UInt32, _ name: StaticString, _ value: UInt32)
    mutating func uint64(_ number: UInt32, _ name: StaticString, _ value: UInt64)
    mutating func fixed64(_ number: UInt32, _ name: StaticString, _ value: UInt64)
    mutating func sfixed64(_ number: UInt32, _ name: StaticString, _ value: Int64)
    mutating func sfixed64(_ number: UInt32, _ name: StaticString, ifPresent value: Int64?)
    mutating func bool(_ number: UInt32, _ name: StaticString, _ value: Bool)
    mutating func bool(_ number: UInt32, _ name: StaticString, ifPresent value: Bool?)
    mutating func string(_ number: UInt32, _ name: StaticString, _ value: String)
    mutating func string(_ number: UInt32, _ name: StaticString, ifPresent value: String?)
    mutating func bytes(_ number: UInt32, _ name: StaticString, _ value: [UInt8])
    mutating func enumeration<E: WireEnumeration>(_ number: UInt32, _ name: StaticString, _ value: E)
    mutating func enumeration<E: WireEnumeration>(_ number: UInt32, _ name: StaticString, ifPresent value: E?)
    mutating func message<M: FieldSource & ~Copyable>(_ number: UInt32, _ name: StaticString, _ value: borrowing M)
    mutating func messages(_ number: UInt32, _ name: StaticString, _ values: some Collection<some DescribedMessage>)
    /// A step of an event. Events repeat their steps.
    mutating func step(_ number: UInt32, _ name: StaticString, _ value: Step)
    mutating func steps(_ number: UInt32, _ name: StaticString, _ values: [Step])
    mutating func strings(_ number: UInt32, _ name: StaticString, _ values: [String])
    mutating func doubles(_ number: UInt32, _ name: StaticString, _ values: some Collection<Double>)
    mutating func uint64s(_ number: UInt32, _ name: StaticString, _ values: [UInt64])
    mutating func map(_ number: UInt32, _ name: StaticString, _ values: [String: UInt64])
    mutating func map(_ number: UInt32, _ name: StaticString, _ values: [String: Double])
    mutating func map<M: DescribedMessage>(_ number: UInt32, _ name: StaticString, _ values: [String: M])
}

extension FieldSink where Self: ~Copyable {
    @inline(__always)
    mutating func message<M: FieldSource & ~Copyable>(
        _ number: UInt32, _ name: StaticString, ifPresent value: borrowing M?
    ) {
        switch value {
        case .some(let value): message(number, name, value)
        case .none: break
        }
    }
}

/// A type that describes its fields to a sink.
///
/// It need not be copyable, which avoids copies: unwrapping an optional step would retain each of its texts.
protocol FieldSource: ~Copyable {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink)
}

/// A message that describes its fields to a sink.
protocol DescribedMessage: WireMessage, FieldSource {}

extension DescribedMessage {
    /// Appends the bytes of the message.
    public func encode(into writer: inout WireWriter) { describe(to: &writer) }
}

/// The entries of a map in the order of protobuf's Python library when it writes deterministically: by the bytes of
/// their keys, a key after the longer ones that begin with it. (Protobuf leaves the order to each library; that of C++
/// differs for keys that begin with another key.)
func sortedByKey<Value>(_ values: [String: Value]) -> [(key: String, value: Value)] {
    values.sorted { left, right in
        let (left, right) = (left.key.utf8, right.key.utf8)
        for (a, b) in zip(left, right) where a != b { return a < b }
        return left.count > right.count
    }
}
