import NavigationEvents

/// Writes the bytes of messages into memory that it owns and reuses.
///
/// The length of a nested message is written after its content, so that nothing is computed twice.
public struct WireWriter: ~Copyable {
    private var storage: UnsafeMutableRawPointer
    private var capacity: Int
    /// Bytes written since the last ``reset()``.
    public private(set) var count = 0
    /// `nil`: no step is remembered.
    private var steps: WrittenSteps?

    /// Makes an empty writer.
    ///
    /// - Parameters:
    ///   - capacity: It grows when more bytes are written.
    ///   - remembersSteps: Whether the bytes of the last steps are kept: for a writer of many events.
    public init(capacity: Int = 1024, remembersSteps: Bool = false) {
        self.capacity = max(capacity, 64)
        steps = remembersSteps ? WrittenSteps() : nil
        storage = .allocate(byteCount: self.capacity, alignment: 16)
    }

    deinit { storage.deallocate() }

    /// Removes the written bytes and keeps the memory.
    public mutating func reset() { count = 0 }

    /// Lends the written bytes. The pointer is valid only within the call.
    public borrowing func withUnsafeBytes<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(start: storage, count: count))
    }

    /// A copy of the written bytes.
    public borrowing func bytes() -> [UInt8] {
        withUnsafeBytes { written in [UInt8](written) }
    }
}

// MARK: - Parts of a Field

extension WireWriter {
    /// Maximum bytes of a tag and a number.
    @inline(__always) private static var roomForNumber: Int { 16 }

    @inline(__always)
    private mutating func reserve(_ needed: Int) {
        if capacity &- count < needed { grow(by: needed) }
    }

    @inline(never)
    private mutating func grow(by needed: Int) {
        let larger = max(capacity * 2, count + needed)
        let moved = UnsafeMutableRawPointer.allocate(byteCount: larger, alignment: 16)
        moved.copyMemory(from: storage, byteCount: count)
        storage.deallocate()
        storage = moved
        capacity = larger
    }

    /// Appends a byte. Its room must be reserved.
    @inline(__always)
    private mutating func put(_ byte: UInt8) {
        storage.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
        count &+= 1
    }

    /// Appends a number with seven bits a byte. Its room must be reserved.
    @inline(__always)
    private mutating func putVarint(_ value: UInt64) {
        if value < 0x80 { put(UInt8(truncatingIfNeeded: value)) } else { putLongVarint(value) }
    }

    private mutating func putLongVarint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            put(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        put(UInt8(truncatingIfNeeded: rest))
    }

    @inline(__always)
    private mutating func putTag(_ number: UInt32, _ type: WireType) {
        putVarint(UInt64(number << 3 | UInt32(type.rawValue)))
    }

    @inline(__always)
    private mutating func putFixed64(_ value: UInt64) {
        storage.storeBytes(of: value.littleEndian, toByteOffset: count, as: UInt64.self)
        count &+= 8
    }

    @inline(__always)
    private mutating func varintField(_ number: UInt32, _ value: UInt64) {
        reserve(Self.roomForNumber)
        putTag(number, .varint)
        putVarint(value)
    }

    @inline(__always)
    private mutating func fixed64Field(_ number: UInt32, _ value: UInt64) {
        reserve(Self.roomForNumber)
        putTag(number, .fixed64)
        putFixed64(value)
    }

    @inline(__always)
    private mutating func stringField(_ number: UInt32, _ value: String) {
        let length = value.utf8.count
        reserve(Self.roomForNumber &+ length)
        putTag(number, .lengthDelimited)
        putVarint(UInt64(length))
        let target = storage + count
        let isCopied: Void? = value.utf8.withContiguousStorageIfAvailable { utf8 in
            if let start = utf8.baseAddress { target.copyMemory(from: start, byteCount: length) }
        }
        if isCopied == nil { UnsafeMutableRawBufferPointer(start: target, count: length).copyBytes(from: value.utf8) }
        count &+= length
    }

    /// Begins a field whose length is not known yet, and returns the beginning of its content.
    @inline(__always)
    private mutating func open(_ number: UInt32) -> Int {
        reserve(Self.roomForNumber)
        putTag(number, .lengthDelimited)
        count &+= 1
        return count
    }

    /// Ends the field whose content began at `start`. One byte before it is reserved for the length.
    @inline(__always)
    private mutating func close(_ start: Int) {
        let length = count &- start
        if length < 0x80 {
            storage.storeBytes(of: UInt8(truncatingIfNeeded: length), toByteOffset: start &- 1, as: UInt8.self)
        } else {
            closeLong(start, length: length)
        }
    }

    /// Most messages are short. The content of a longer one moves to make room for its length.
    @inline(never)
    private mutating func closeLong(_ start: Int, length: Int) {
        let more = (UInt64(length).bitWidth - UInt64(length).leadingZeroBitCount - 1) / 7
        reserve(more)
        (storage + start + more).copyMemory(from: storage + start, byteCount: length)
        count = start - 1
        putLongVarint(UInt64(length))
        count += length
    }
}

// MARK: - Fields

extension WireWriter: FieldSink {
    /// Only positive zero is the default: negative zero and every NaN are written.
    @inline(__always)
    mutating func double(_ number: UInt32, _ name: StaticString, _ value: Double) {
        if value.bitPattern != 0 { fixed64Field(number, value.bitPattern) }
    }

    @inline(__always)
    mutating func double(_ number: UInt32, _ name: StaticString, ifPresent value: Double?) {
        if let value { fixed64Field(number, value.bitPattern) }
    }

    @inline(__always)
    mutating func int32(_ number: UInt32, _ name: StaticString, _ value: Int) {
        if value != 0 { int32(number, name, ifPresent: value) }
    }

    @inline(__always)
    mutating func int32(_ number: UInt32, _ name: StaticString, ifPresent value: Int?) {
        if let value { varintField(number, UInt64(bitPattern: Int64(Int32(clamping: value)))) }
    }

    @inline(__always)
    mutating func int64(_ number: UInt32, _ name: StaticString, ifPresent value: Int64?) {
        if let value { varintField(number, UInt64(bitPattern: value)) }
    }

    @inline(__always)
    mutating func uint32(_ number: UInt32, _ name: StaticString, _ value: UInt32) {
        if value != 0 { varintField(number, UInt64(value)) }
    }

    @inline(__always)
    mutating func uint64(_ number: UInt32, _ name: StaticString, _ value: UInt64) {
        if value != 0 { varintField(number, value) }
    }

    @inline(__always)
    mutating func fixed64(_ number: UInt32, _ name: StaticString, _ value: UInt64) {
        if value != 0 { fixed64Field(number, value) }
    }

    @inline(__always)
    mutating func sfixed64(_ number: UInt32, _ name: StaticString, _ value: Int64) {
        if value != 0 { fixed64Field(number, UInt64(bitPattern: value)) }
    }

    @inline(__always)
    mutating func sfixed64(_ number: UInt32, _ name: StaticString, ifPresent value: Int64?) {
        if let value { fixed64Field(number, UInt64(bitPattern: value)) }
    }

    @inline(__always)
    mutating func bool(_ number: UInt32, _ name: StaticString, _ value: Bool) {
        if value { varintField(number, 1) }
    }

    @inline(__always)
    mutating func bool(_ number: UInt32, _ name: StaticString, ifPresent value: Bool?) {
        if let value { varintField(number, value ? 1 : 0) }
    }

    @inline(__always)
    mutating func string(_ number: UInt32, _ name: StaticString, _ value: String) {
        if !value.isEmpty { stringField(number, value) }
    }

    @inline(__always)
    mutating func string(_ number: UInt32, _ name: StaticString, ifPresent value: String?) {
        if let value { stringField(number, value) }
    }

    mutating func bytes(_ number: UInt32, _ name: StaticString, _ value: [UInt8]) {
        guard !value.isEmpty else { return }
        reserve(Self.roomForNumber + value.count)
        putTag(number, .lengthDelimited)
        putVarint(UInt64(value.count))
        UnsafeMutableRawBufferPointer(start: storage + count, count: value.count).copyBytes(from: value)
        count &+= value.count
    }

    @inline(__always)
    mutating func enumeration<E: WireEnumeration>(_ number: UInt32, _ name: StaticString, _ value: E) {
        if value.rawValue != 0 { enumeration(number, name, ifPresent: value) }
    }

    @inline(__always)
    mutating func enumeration<E: WireEnumeration>(_ number: UInt32, _ name: StaticString, ifPresent value: E?) {
        if let value { varintField(number, UInt64(bitPattern: Int64(value.rawValue))) }
    }

    @inline(__always)
    mutating func message<M: FieldSource & ~Copyable>(_ number: UInt32, _ name: StaticString, _ value: borrowing M) {
        let start = open(number)
        value.describe(to: &self)
        close(start)
    }

    @inline(__always)
    mutating func messages(_ number: UInt32, _ name: StaticString, _ values: some Collection<some DescribedMessage>) {
        for value in values { message(number, name, value) }
    }

    mutating func step(_ number: UInt32, _ name: StaticString, _ value: Step) {
        if let written = steps?.bytes(of: value) {
            reserve(Self.roomForNumber &+ written.count)
            putTag(number, .lengthDelimited)
            putVarint(UInt64(written.count))
            if let start = written.baseAddress { (storage + count).copyMemory(from: start, byteCount: written.count) }
            count &+= written.count
            return
        }
        let start = open(number)
        value.describe(to: &self)
        let length = count &- start
        close(start)
        steps?.keep(value, UnsafeRawBufferPointer(start: storage + (count &- length), count: length))
    }

    mutating func steps(_ number: UInt32, _ name: StaticString, _ values: [Step]) {
        for value in values { step(number, name, value) }
    }

    mutating func strings(_ number: UInt32, _ name: StaticString, _ values: [String]) {
        for value in values { stringField(number, value) }
    }

    mutating func doubles(_ number: UInt32, _ name: StaticString, _ values: some Collection<Double>) {
        guard !values.isEmpty else { return }
        let length = values.count * 8
        reserve(Self.roomForNumber + length)
        putTag(number, .lengthDelimited)
        putVarint(UInt64(length))
        for value in values { putFixed64(value.bitPattern) }
    }

    mutating func uint64s(_ number: UInt32, _ name: StaticString, _ values: [UInt64]) {
        guard !values.isEmpty else { return }
        let start = open(number)
        for value in values {
            reserve(Self.roomForNumber)
            putVarint(value)
        }
        close(start)
    }

    /// A map is a repeated message of key and value. Protobuf writes both even if they are defaults.
    mutating func map(_ number: UInt32, _ name: StaticString, _ values: [String: UInt64]) {
        for (key, value) in sortedByKey(values) {
            let start = open(number)
            stringField(1, key)
            varintField(2, value)
            close(start)
        }
    }

    mutating func map(_ number: UInt32, _ name: StaticString, _ values: [String: Double]) {
        for (key, value) in sortedByKey(values) {
            let start = open(number)
            stringField(1, key)
            fixed64Field(2, value.bitPattern)
            close(start)
        }
    }

    mutating func map<M: DescribedMessage>(_ number: UInt32, _ name: StaticString, _ values: [String: M]) {
        for (key, value) in sortedByKey(values) {
            let start = open(number)
            stringField(1, key)
            message(2, "value", value)
            close(start)
        }
    }
}
