/// The part of a file that a request asks for.
enum ByteRange: Hashable, Sendable {
    /// The whole file: the request has no range, or one that may be ignored.
    case whole
    /// A range of bytes.
    case part(Range<UInt64>)
    /// A range beyond the end of the file.
    case beyond

    /// Parses the header `Range` for a file of `size` bytes. A request for several ranges gets the whole file.
    init(header: String?, size: UInt64) {
        self = .whole
        guard let header, header.lowercased().hasPrefix("bytes=") else { return }
        let ends = header.dropFirst("bytes=".count).split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2 else { return }
        let (first, last) = (Self.number(ends[0]), Self.number(ends[1]))
        if let first {
            guard ends[1].isEmpty || last != nil, first <= last ?? first else { return }
            self = first < size ? .part(first..<min(last.map { $0 == .max ? $0 : $0 + 1 } ?? size, size)) : .beyond
        } else if ends[0].isEmpty, let last {
            // A suffix range: the last bytes of the file.
            self = last > 0 && size > 0 ? .part((size - min(last, size))..<size) : .beyond
        }
    }

    private static func number(_ text: Substring) -> UInt64? {
        text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) ? UInt64(text) : nil
    }
}
