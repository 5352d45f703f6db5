/// Texts that messages must not contain: the key, and name, password and parameters of the address. Servers often
/// repeat the request in their errors.
struct Secrets: Sendable {
    /// Shorter secrets are parts of many words: they are hidden only as whole words.
    private static let minBytes = 6

    /// In lower case, the longest first: one may be the beginning of another.
    private let texts: [[UInt8]]

    init(key: String?, address: ServerAddress?) {
        let given = [key].compactMap(\.self) + (address?.secrets ?? [])
        let written = Set(given.flatMap { [Self.bytes($0), Self.bytes(ServerAddress.segment($0))] })
        texts = written.filter { !$0.isEmpty }.sorted { $0.count > $1.count }
    }

    /// The text with each secret replaced by "…".
    func redacted(in text: String) -> String {
        guard !texts.isEmpty else { return text }
        let bytes = Array(text.utf8)
        let small = Self.bytes(text)
        var clean: [UInt8] = []
        var offset = 0
        while offset < bytes.count {
            if let secret = texts.first(where: { containsSecret($0, at: offset, in: small) }) {
                clean += "…".utf8
                offset += secret.count
            } else {
                clean.append(bytes[offset])
                offset += 1
            }
        }
        return String(decoding: clean, as: UTF8.self)
    }

    private func containsSecret(_ secret: [UInt8], at offset: Int, in text: [UInt8]) -> Bool {
        guard text[offset] == secret[0], text[offset...].starts(with: secret) else { return false }
        guard secret.count < Self.minBytes else { return true }
        let end = offset + secret.count
        return (offset == 0 || !Self.isWord(text[offset - 1])) && (end == text.count || !Self.isWord(text[end]))
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        byte >= 0x80 || Character(Unicode.Scalar(byte)).isLetter || Character(Unicode.Scalar(byte)).isNumber
    }

    /// The bytes of the text in lower case, at unchanged offsets.
    private static func bytes(_ text: String) -> [UInt8] {
        text.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
    }
}

extension RouterError {
    /// The error without secrets in its texts.
    func redacting(_ secrets: Secrets) -> RouterError {
        // The texts first, then once more the description, in which they are shortened.
        let clean = cleaned(secrets)
        let said = "\(clean)"
        guard let shown = server.map({ "\($0)" }) else { return clean }
        let parts = said.split(separator: shown, omittingEmptySubsequences: false)
        let redacted = parts.map { secrets.redacted(in: String($0)) }.joined(separator: shown)
        return redacted == said ? clean : .redacted(redacted)
    }

    private func cleaned(_ secrets: Secrets) -> RouterError {
        switch self {
        case .refused(let server, let code, let message):
            .refused(server, code: secrets.redacted(in: code), message: secrets.redacted(in: message))
        case .status(let server, let status, let words): .status(server, status, words: secrets.redacted(in: words))
        case .web(let server, .redirected(let address)):
            .web(server, .redirected(to: secrets.redacted(in: address)))
        default: self
        }
    }

    /// The server whose texts the error may contain.
    private var server: Server? {
        switch self {
        case .web(let server, _), .refused(let server, _, _), .status(let server, _, _), .unreadable(let server, _):
            server
        default: nil
        }
    }
}
