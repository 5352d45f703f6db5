import CZeroMQ
import Glibc

/// A public key of CURVE in its printable form (Z85).
public struct CurveKey: Sendable, Hashable, CustomStringConvertible {
    /// Forty printable characters.
    public let text: String

    /// Makes a key from text; `nil` unless it is forty characters of Z85 that encode 32 bytes.
    public init?(_ text: String) {
        guard decodeKey(text) != nil else { return nil }
        self.text = text
    }

    /// Makes a key from 32 bytes; `nil` for any other number.
    public init?(bytes: [UInt8]) {
        guard let text = encodeKey(bytes) else { return nil }
        self.text = text
    }

    init(made text: String) { self.text = text }

    /// The key as text. It is no secret.
    public var description: String { text }
}

/// A secret key of CURVE with its public key. Its description contains only the public key.
public struct CurveKeyPair: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The public key, for other machines.
    public let publicKey: CurveKey
    /// The secret key, in forty printable characters.
    public let secretKey: String

    /// Makes random keys.
    public init() throws(ZeroMQError) {
        var (open, secret) = (keyBuffer, keyBuffer)
        repeat {
            guard zmq_curve_keypair(&open, &secret) == 0 else { throw ZeroMQError("make keys") }
            // A command line would take such a key for an option.
        } while keyText(open).hasPrefix("-")
        publicKey = CurveKey(made: keyText(open))
        secretKey = keyText(secret)
    }

    /// Computes the public key of a secret one; `nil` if the text is not a key.
    public init?(secretKey: String) {
        var open = keyBuffer
        guard decodeKey(secretKey) != nil, zmq_curve_public(&open, secretKey) == 0 else { return nil }
        publicKey = CurveKey(made: keyText(open))
        self.secretKey = secretKey
    }

    /// Makes a pair of two keys that need not belong together, for tests: a server detects it.
    package init(claiming publicKey: CurveKey, with secretKey: String) {
        self.publicKey = publicKey
        self.secretKey = secretKey
    }

    /// The public key.
    public var description: String { publicKey.text }
    /// The public key.
    public var debugDescription: String { publicKey.text }
    /// The public key alone, so that no dump contains the secret.
    public var customMirror: Mirror { Mirror(self, children: ["publicKey": publicKey.text]) }
}

private let keyCharacters = 40
private var keyBuffer: [CChar] { [CChar](repeating: 0, count: keyCharacters + 1) }

private func keyText(_ buffer: [CChar]) -> String {
    String(decoding: buffer.prefix(keyCharacters).map(UInt8.init(bitPattern:)), as: UTF8.self)
}

/// The 32 bytes of a key. The decoder of libzmq accepts some invalid texts, so each character is checked.
private func decodeKey(_ text: String) -> [UInt8]? {
    guard text.utf8.count == keyCharacters, text.utf8.allSatisfy(isKeyCharacter) else { return nil }
    var bytes = [UInt8](repeating: 0, count: 32)
    guard zmq_z85_decode(&bytes, text) != nil else { return nil }
    return encodeKey(bytes) == text ? bytes : nil
}

private func encodeKey(_ bytes: [UInt8]) -> String? {
    guard bytes.count == 32 else { return nil }
    var text = keyBuffer
    return zmq_z85_encode(&text, bytes, bytes.count) == nil ? nil : keyText(text)
}

private func isKeyCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"):
        true
    default: ".-:+=^!/*?&<>()[]{}@%$#".utf8.contains(byte)
    }
}
