import Glibc

extension WireReader {
    /// Reads a text.
    ///
    /// - Parameter known: A text that is probably the same. If it has the same bytes it is the result: no memory is
    ///   allocated, and nothing is validated.
    @inline(__always)
    mutating func string(_ name: StaticString, known: String = "") throws(WireError) -> String {
        let length = try length(name)
        let start = position
        position = start &+ length
        let utf8 = UnsafeRawBufferPointer(rebasing: bytes[start..<position])
        if !known.isEmpty, Self.isSame(known, utf8) { return known }
        guard let text = Self.text(utf8) else { throw Self.failure(.invalidText, name, at: start) }
        return text
    }

    /// Reads this text of a list, and those that follow it immediately.
    mutating func strings(_ name: StaticString, appendingTo values: inout [String]) throws(WireError) {
        let tag = tagOfRun
        if values.isEmpty { values.reserveCapacity(countOfRun(of: tag)) }
        repeat { try values.append(string(name)) } while nextContinuesRun(of: tag)
    }

    /// Whether a text has these bytes.
    @inline(__always)
    static func isSame(_ text: String, _ utf8: UnsafeRawBufferPointer) -> Bool {
        guard text.utf8.count == utf8.count, let bytes = utf8.baseAddress else { return false }
        return text.utf8.withContiguousStorageIfAvailable { own in
            own.baseAddress.map { memcmp($0, bytes, own.count) == 0 } ?? false
        } ?? false
    }

    /// Makes a text; `nil` if the bytes are not UTF-8.
    @inline(never)
    private static func text(_ bytes: UnsafeRawBufferPointer) -> String? {
        bytes.withMemoryRebound(to: UInt8.self) { utf8 in
            // ASCII needs no validation. This costs half of `UTF8Span`, and that costs less than `String(decoding:)`,
            // which repairs invalid bytes, so that the result has to be compared.
            guard !isASCII(bytes) else {
                return String(unsafeUninitializedCapacity: utf8.count) { $0.initialize(fromContentsOf: utf8) }
            }
            guard let valid = try? UTF8Span(validating: utf8.span) else { return nil }
            return String(copying: valid)
        }
    }

    @inline(__always)
    private static func isASCII(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var (all, index) = (UInt64(0), 0)
        while bytes.count &- index >= 8 {
            all |= bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            index &+= 8
        }
        while index < bytes.count {
            all |= UInt64(bytes[index])
            index &+= 1
        }
        return all & 0x8080_8080_8080_8080 == 0
    }
}
