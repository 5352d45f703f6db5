/// Texts that messages must not contain: the key, and name, password and parameters of the address. Servers often
/// repeat the request in their errors.
struct Secrets: Sendable {
    /// Shorter secrets are parts of many words: they are hidden only as whole words.
    private static let leastBytes = 6

    /// In lower case, the longest first: one may be the beginning of another.
    private let texts: [[UInt8]]

    init(key: String?, address: ServerAddress?) {
        let given = [key].compactMap(\.self) + (address?.secrets ?? [])
        let written = Set(given.flatMap { [Self.bytes($0), Self.bytes(ServerAddress.segment($0))] })
        texts = written.filter { !$0.isEmpty }.sorted { $0.count > $1.count }
    }

    /// The text with each secret replaced by "…".
    func hidden(in text: String) -> String {
        guard !texts.isEmpty else { return text }
        let bytes = Array(text.utf8)
        let small = Self.bytes(text)
        var clean: [UInt8] = []
        var place = 0
        while place < bytes.count {
            if let secret = texts.first(where: { stands($0, at: place, in: small) }) {
                clean += "…".utf8
                place += secret.count
            } else {
                clean.append(bytes[place])
                place += 1
            }
        }
        return String(decoding: clean, as: UTF8.self)
    }

    private func stands(_ secret: [UInt8], at place: Int, in text: [UInt8]) -> Bool {
        guard text[place] == secret[0], text[place...].starts(with: secret) else { return false }
        guard secret.count < Self.leastBytes else { return true }
        let end = place + secret.count
        return (place == 0 || !Self.isWord(text[place - 1])) && (end == text.count || !Self.isWord(text[end]))
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
    func hiding(_ secrets: Secrets) -> RouterError {
        // The texts first, then once more the description, in which they are shortened.
        let clean = cleaned(secrets)
        let said = "\(clean)"
        guard let shown = server.map({ "\($0)" }) else { return clean }
        let parts = said.split(separator: shown, omittingEmptySubsequences: false)
        let told = parts.map { secrets.hidden(in: String($0)) }.joined(separator: shown)
        return told == said ? clean : .told(told)
    }

    private func cleaned(_ secrets: Secrets) -> RouterError {
        switch self {
        case .refused(let server, let code, let message):
            .refused(server, code: secrets.hidden(in: code), message: secrets.hidden(in: message))
        case .status(let server, let status, let words): .status(server, status, words: secrets.hidden(in: words))
        case .web(let server, .redirected(let place)):
            .web(server, .redirected(to: secrets.hidden(in: place)))
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
