import NavigationEvents
import Platform

/// Writes messages in protobuf's JSON mapping, on one line: names in lowerCamelCase, members of enumerations by name,
/// 64-bit integers and non-finite numbers as strings, without defaults.
///
/// Its functions are never inlined: every message type has its own copy of the calls, and the copies of the bodies took a
/// quarter of the time to compile the module.
struct JSONWriter {
    private(set) var text = "{"
    private var isFirst = true

    /// Writes one message.
    init(_ message: some DescribedMessage) {
        message.describe(to: &self)
        text += "}"
    }

    @inline(never)
    private mutating func key(_ name: StaticString) {
        separate()
        text += "\"\(name)\":"
    }

    @inline(never)
    private mutating func key(_ name: String) {
        separate()
        quote(name)
        text += ":"
    }

    @inline(never)
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

    @inline(never)
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

    @inline(never)
    private mutating func number(_ value: Double) {
        if value.isFinite {
            text += value.description
        } else if value.isNaN {
            text += "\"NaN\""
        } else {
            text += value < 0 ? "\"-Infinity\"" : "\"Infinity\""
        }
    }

    @inline(never)
    private mutating func quote(_ value: String) { text += value.json }
}

extension JSONWriter: FieldSink {
    @inline(never)
    mutating func double(_ number: UInt32, _ name: StaticString, _ value: Double) {
        if value.bitPattern != 0 { double(number, name, ifPresent: value) }
    }

    @inline(never)
    mutating func double(_ number: UInt32, _ name: StaticString, ifPresent value: Double?) {
        guard let value else { return }
        key(name)
        self.number(value)
    }

    @inline(never)
    mutating func int32(_ number: UInt32, _ name: StaticString, _ value: Int) {
        if value != 0 { int32(number, name, ifPresent: value) }
    }

    @inline(never)
    mutating func int32(_ number: UInt32, _ name: StaticString, ifPresent value: Int?) {
        guard let value else { return }
        key(name)
        text += Int32(clamping: value).description
    }

    @inline(never)
    mutating func int64(_ number: UInt32, _ name: StaticString, ifPresent value: Int64?) {
        guard let value else { return }
        key(name)
        text += "\"\(value)\""
    }

    @inline(never)
    mutating func uint32(_ number: UInt32, _ name: StaticString, _ value: UInt32) {
        guard value != 0 else { return }
        key(name)
        text += value.description
    }

    @inline(never)
    mutating func uint64(_ number: UInt32, _ name: StaticString, _ value: UInt64) {
        guard value != 0 else { return }
        key(name)
        text += "\"\(value)\""
    }

    @inline(never)
    mutating func fixed64(_ number: UInt32, _ name: StaticString, _ value: UInt64) { uint64(number, name, value) }

    @inline(never)
    mutating func sfixed64(_ number: UInt32, _ name: StaticString, _ value: Int64) {
        if value != 0 { int64(number, name, ifPresent: value) }
    }

    @inline(never)
    mutating func sfixed64(_ number: UInt32, _ name: StaticString, ifPresent value: Int64?) {
        int64(number, name, ifPresent: value)
    }

    @inline(never)
    mutating func bool(_ number: UInt32, _ name: StaticString, _ value: Bool) {
        if value { bool(number, name, ifPresent: value) }
    }

    @inline(never)
    mutating func bool(_ number: UInt32, _ name: StaticString, ifPresent value: Bool?) {
        guard let value else { return }
        key(name)
        text += value ? "true" : "false"
    }

    @inline(never)
    mutating func string(_ number: UInt32, _ name: StaticString, _ value: String) {
        if !value.isEmpty { string(number, name, ifPresent: value) }
    }

    @inline(never)
    mutating func string(_ number: UInt32, _ name: StaticString, ifPresent value: String?) {
        guard let value else { return }
        key(name)
        quote(value)
    }

    @inline(never)
    mutating func bytes(_ number: UInt32, _ name: StaticString, _ value: [UInt8]) {
        guard !value.isEmpty else { return }
        key(name)
        text += "\"\(Base64.text(of: value))\""
    }

    @inline(never)
    mutating func enumeration<E: WireEnumeration>(_ number: UInt32, _ name: StaticString, _ value: E) {
        if value.rawValue != 0 { enumeration(number, name, ifPresent: value) }
    }

    @inline(never)
    mutating func enumeration<E: WireEnumeration>(_ number: UInt32, _ name: StaticString, ifPresent value: E?) {
        guard let value else { return }
        key(name)
        text += "\"\(value.wireName)\""
    }

    @inline(never)
    mutating func message<M: FieldSource & ~Copyable>(_ number: UInt32, _ name: StaticString, _ value: borrowing M) {
        key(name)
        object(value)
    }

    @inline(never)
    mutating func messages(_ number: UInt32, _ name: StaticString, _ values: some Collection<some DescribedMessage>) {
        guard !values.isEmpty else { return }
        key(name)
        list(values) { $0.object($1) }
    }

    mutating func step(_ number: UInt32, _ name: StaticString, _ value: Step) { message(number, name, value) }

    mutating func steps(_ number: UInt32, _ name: StaticString, _ values: [Step]) { messages(number, name, values) }

    @inline(never)
    mutating func strings(_ number: UInt32, _ name: StaticString, _ values: [String]) {
        guard !values.isEmpty else { return }
        key(name)
        list(values) { $0.quote($1) }
    }

    @inline(never)
    mutating func doubles(_ number: UInt32, _ name: StaticString, _ values: some Collection<Double>) {
        guard !values.isEmpty else { return }
        key(name)
        list(values) { $0.number($1) }
    }

    @inline(never)
    mutating func uint64s(_ number: UInt32, _ name: StaticString, _ values: [UInt64]) {
        guard !values.isEmpty else { return }
        key(name)
        list(values) { $0.text += "\"\($1)\"" }
    }

    @inline(never)
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

    @inline(never)
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

    @inline(never)
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
