import NavigationEvents
import Platform

/// Writes messages in protobuf's JSON mapping, on one line: names in lowerCamelCase, members of enumerations by name,
/// 64-bit integers and non-finite numbers as strings, without defaults.
struct JSONWriter {
    private(set) var text = "{"
    private var isFirst = true

    /// Writes one message.
    init(_ message: some DescribedMessage) {
        message.describe(to: &self)
        text += "}"
    }

    private mutating func key(_ name: StaticString) {
        separate()
        text += "\"\(name)\":"
    }

    private mutating func key(_ name: String) {
        separate()
        quote(name)
        text += ":"
    }

    private mutating func separate() {
        if !isFirst { text += "," }
        isFirst = false
    }

    private mutating func nest(_ open: String, _ close: String, _ content: (inout JSONWriter) -> Void) {
        text += open
        isFirst = true
        content(&self)
        text += close
        isFirst = false
    }

    private mutating func object<M: FieldSource & ~Copyable>(_ message: borrowing M) {
        text += "{"
        isFirst = true
        message.describe(to: &self)
        text += "}"
        isFirst = false
    }

    private mutating func list<Element>(
        _ values: some Collection<Element>, _ write: (inout JSONWriter, Element) -> Void
    ) {
        nest("[", "]") { writer in
            for value in values {
                writer.separate()
                write(&writer, value)
            }
        }
    }

    private mutating func number(_ value: Double) {
        if value.isFinite {
            text += value.description
        } else if value.isNaN {
            text += "\"NaN\""
        } else {
            text += value < 0 ? "\"-Infinity\"" : "\"Infinity\""
        }
    }

    private mutating func quote(_ value: String) { text += value.json }
}

extension JSONWriter: FieldSink {
    mutating func double(_ number: UInt32, _ name: StaticString, _ value: Double) {
        if value.bitPattern != 0 { double(number, name, ifPresent: value) }
    }

    mutating func double(_ number: UInt32, _ name: StaticString, ifPresent value: Double?) {
        guard let value else { return }
        key(name)
        self.number(value)
    }

    mutating func int32(_ number: UInt32, _ name: StaticString, _ value: Int) {
        if value != 0 { int32(number, name, ifPresent: value) }
    }

    mutating func int32(_ number: UInt32, _ name: StaticString, ifPresent value: Int?) {
        guard let value else { return }
        key(name)
        text += Int32(clamping: value).description
    }

    mutating func int64(_ number: UInt32, _ name: StaticString, ifPresent value: Int64?) {
        guard let value else { return }
        key(name)
        text += "\"\(value)\""
    }

    mutating func uint32(_ number: UInt32, _ name: StaticString, _ value: UInt32) {
        guard value != 0 else { return }
        key(name)
        text += value.description
    }

    mutating func uint64(_ number: UInt32, _ name: StaticString, _ value: UInt64) {
        guard value != 0 else { return }
        key(name)
        text += "\"\(value)\""
    }

    mutating func fixed64(_ number: UInt32, _ name: StaticString, _ value: UInt64) { uint64(number, name, value) }

    mutating func sfixed64(_ number: UInt32, _ name: StaticString, _ value: Int64) {
        if value != 0 { int64(number, name, ifPresent: value) }
    }

    mutating func sfixed64(_ number: UInt32, _ name: StaticString, ifPresent value: Int64?) {
        int64(number, name, ifPresent: value)
    }

    mutating func bool(_ number: UInt32, _ name: StaticString, _ value: Bool) {
        if value { bool(number, name, ifPresent: value) }
    }

    mutating func bool(_ number: UInt32, _ name: StaticString, ifPresent value: Bool?) {
        guard let value else { return }
        key(name)
        text += value ? "true" : "false"
    }

    mutating func string(_ number: UInt32, _ name: StaticString, _ value: String) {
        if !value.isEmpty { string(number, name, ifPresent: value) }
    }

    mutating func string(_ number: UInt32, _ name: StaticString, ifPresent value: String?) {
        guard let value else { return }
        key(name)
        quote(value)
    }

    mutating func bytes(_ number: UInt32, _ name: StaticString, _ value: [UInt8]) {
        guard !value.isEmpty else { return }
        key(name)
        text += "\"\(Base64.text(of: value))\""
    }

    mutating func enumeration<E: WireEnumeration>(_ number: UInt32, _ name: StaticString, _ value: E) {
        if value.rawValue != 0 { enumeration(number, name, ifPresent: value) }
    }

    mutating func enumeration<E: WireEnumeration>(_ number: UInt32, _ name: StaticString, ifPresent value: E?) {
        guard let value else { return }
        key(name)
        text += "\"\(value.wireName)\""
    }

    mutating func message<M: FieldSource & ~Copyable>(_ number: UInt32, _ name: StaticString, _ value: borrowing M) {
        key(name)
        object(value)
    }

    mutating func messages<M: DescribedMessage>(_ number: UInt32, _ name: StaticString, _ values: [M]) {
        guard !values.isEmpty else { return }
        key(name)
        list(values) { $0.object($1) }
    }

    mutating func strings(_ number: UInt32, _ name: StaticString, _ values: [String]) {
        guard !values.isEmpty else { return }
        key(name)
        list(values) { $0.quote($1) }
    }

    mutating func doubles(_ number: UInt32, _ name: StaticString, _ values: some Collection<Double>) {
        guard !values.isEmpty else { return }
        key(name)
        list(values) { $0.number($1) }
    }

    mutating func uint64s(_ number: UInt32, _ name: StaticString, _ values: [UInt64]) {
        guard !values.isEmpty else { return }
        key(name)
        list(values) { $0.text += "\"\($1)\"" }
    }

    mutating func map(_ number: UInt32, _ name: StaticString, _ values: [String: Double]) {
        guard !values.isEmpty else { return }
        key(name)
        nest("{", "}") { writer in
            for (key, value) in sortedByKey(values) {
                writer.key(key)
                writer.number(value)
            }
        }
    }

    mutating func map(_ number: UInt32, _ name: StaticString, _ values: [String: UInt64]) {
        guard !values.isEmpty else { return }
        key(name)
        nest("{", "}") { writer in
            for (key, value) in sortedByKey(values) {
                writer.key(key)
                writer.text += "\"\(value)\""
            }
        }
    }

    mutating func map<M: DescribedMessage>(_ number: UInt32, _ name: StaticString, _ values: [String: M]) {
        guard !values.isEmpty else { return }
        key(name)
        nest("{", "}") { writer in
            for (key, value) in sortedByKey(values) {
                writer.key(key)
                writer.object(value)
            }
        }
    }
}
