/// A message of the frequent events. It is read field by field into its final location: a NavigationInfo is a large
/// value, and every copy of it retains dozens of texts and lists.
protocol InPlaceMessage: DescribedMessage {
    /// A message without fields. It is a constant if making one costs more than copying one.
    static var blank: Self { get }

    /// Reads the value of a field. Unknown fields are skipped.
    mutating func read(_ field: UInt32, from reader: inout WireReader) throws(WireError)

    /// The name of a missing required field; `nil` if none is missing.
    static func missing(from fields: FieldSet) -> StaticString?
}

/// The numbers of the fields that a message had, if below 64.
struct FieldSet {
    private var bits: UInt64 = 0

    @inline(__always)
    mutating func insert(_ field: UInt32) { bits |= UInt64(1) << field }

    @inline(__always)
    func lacks(_ field: UInt32) -> Bool { bits & UInt64(1) << field == 0 }
}

extension InPlaceMessage {
    @inline(__always)
    static func missing(from fields: FieldSet) -> StaticString? { nil }

    /// Reads a message up to the end of the reader.
    public init(from reader: inout WireReader) throws(WireError) {
        self = .blank
        try reader.fields(of: &self)
    }
}

extension WireReader {
    @inline(__always)
    fileprivate mutating func fields<M: InPlaceMessage>(of value: inout M) throws(WireError) {
        var seen = FieldSet()
        while let field = try nextField() {
            seen.insert(field)
            try value.read(field, from: &self)
        }
        if let name = M.missing(from: seen) { throw Self.failure(.missing, name, at: position) }
    }

    /// Reads a message in place.
    @inline(__always)
    mutating func message<M: InPlaceMessage>(_ name: StaticString, into value: inout M) throws(WireError) {
        value = .blank
        try content(name, into: &value)
    }

    /// Reads a message into a blank one.
    @inline(__always)
    private mutating func content<M: InPlaceMessage>(_ name: StaticString, into value: inout M) throws(WireError) {
        let outer = try open(name)
        defer { end = outer }
        do {
            try fields(of: &value)
        } catch {
            throw error.inside(name.description)
        }
    }

    /// Reads an optional message in place.
    @inline(__always)
    mutating func message<M: InPlaceMessage>(_ name: StaticString, into value: inout M?) throws(WireError) {
        let outer = try open(name)
        defer { end = outer }
        value = .blank
        do throws(WireError) {
            var seen = FieldSet()
            while let field = try nextField() {
                seen.insert(field)
                try value?.read(field, from: &self)
            }
            if let name = M.missing(from: seen) { throw Self.failure(.missing, name, at: position) }
        } catch {
            throw error.inside(name.description)
        }
    }

    /// Reads this message of a list in place, and those that follow it immediately.
    @inline(__always)
    mutating func messages<M: InPlaceMessage>(_ name: StaticString, appendingTo values: inout [M]) throws(WireError) {
        let tag = tagOfRun
        if values.isEmpty { values.reserveCapacity(min(countOfRun(of: tag), listedMessagesLeft)) }
        repeat {
            guard listedMessagesLeft > 0 else {
                throw Self.failure(.tooMany(Self.maxListedMessages), name, at: position)
            }
            listedMessagesLeft &-= 1
            values.append(.blank)
            try content(name, into: &values[values.endIndex &- 1])
        } while nextContinuesRun(of: tag)
    }
}
