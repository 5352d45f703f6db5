/// The head of an HTTP/1 request to the metrics server. The body is not read.
struct RequestHead: Hashable {
    /// The method, such as `GET`.
    let method: String
    /// The path, without the query.
    let path: String
    /// Whether it is an HTTP/1.0 request, which needs no `Host`.
    let isVersion10: Bool
    /// The values of the fields `Host`; more than one is an error.
    let hosts: [String]
    /// The values of the fields `Authorization`; more than one is an error.
    let authorizations: [String]

    /// The longest head in bytes; a longer one is refused.
    static let maxBytes = 8192

    /// Parses a head, up to and with its empty line; `nil` if it is malformed.
    init?(_ bytes: [UInt8]) {
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
            line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        }
        guard lines.last?.isEmpty == true else { return nil }
        lines.removeAll { $0.isEmpty }
        guard let first = lines.first, lines.dropFirst().allSatisfy(Self.isField) else { return nil }
        let words = first.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard words.count == 3, !words[0].isEmpty, words[0].allSatisfy(Self.isLetter),
            words[1].first == UInt8(ascii: "/"), words[1].allSatisfy({ (0x21...0x7e).contains($0) }),
            words[2].elementsEqual("HTTP/1.1".utf8) || words[2].elementsEqual("HTTP/1.0".utf8)
        else { return nil }
        method = String(decoding: words[0], as: UTF8.self)
        path = String(decoding: words[1].prefix { $0 != UInt8(ascii: "?") }, as: UTF8.self)
        isVersion10 = words[2].elementsEqual("HTTP/1.0".utf8)
        hosts = Self.values(of: "host", in: lines.dropFirst())
        authorizations = Self.values(of: "authorization", in: lines.dropFirst())
    }

    private static func values(of name: String, in lines: ArraySlice<ArraySlice<UInt8>>) -> [String] {
        lines.compactMap { line in
            let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, String(decoding: parts[0], as: UTF8.self).lowercased() == name else { return nil }
            let blank: Set<UInt8> = [UInt8(ascii: " "), UInt8(ascii: "\t")]
            let value = parts[1].drop { blank.contains($0) }.reversed().drop { blank.contains($0) }.reversed()
            return String(decoding: Array(value), as: UTF8.self)
        }
    }

    /// Whether a line is a header field: a name, a colon and a value.
    private static func isField(_ line: ArraySlice<UInt8>) -> Bool {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex else { return false }
        return line[..<colon].allSatisfy { (0x21...0x7e).contains($0) }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5a).contains(byte & 0xdf) }
}
