import CZeroMQ
import Glibc

/// A public key of CURVE in its printable form (Z85).
public struct CurveKey: Sendable, Hashable, CustomStringConvertible {
    /// Forty printable characters.
    public let text: String

    /// Takes a key as text; `nil` unless it is forty characters of Z85 that make 32 bytes.
    public init?(_ text: String) {
        guard decodeKey(text) != nil else { return nil }
        self.text = text
    }

    /// Takes the 32 bytes of a key; `nil` if there are more or fewer.
    public init?(bytes: [UInt8]) {
        guard let text = encodeKey(bytes) else { return nil }
        self.text = text
    }

    init(made text: String) { self.text = text }

    /// The key as text; it is no secret.
    public var description: String { text }
}

/// A secret key of CURVE with the public one that belongs to it. It describes itself by the public one alone.
public struct CurveKeyPair: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// What others are given.
    public let publicKey: CurveKey
    /// What nobody is shown: forty printable characters.
    public let secretKey: String

    /// Makes new keys at random.
    public init() throws(ZeroMQError) {
        var (open, secret) = (keyBuffer, keyBuffer)
        repeat {
            guard zmq_curve_keypair(&open, &secret) == 0 else { throw ZeroMQError("make keys") }
            // On a command line it would be taken for an option.
        } while keyText(open).hasPrefix("-")
        publicKey = CurveKey(made: keyText(open))
        secretKey = keyText(secret)
    }

    /// Finds the public key that belongs to a secret one; `nil` if the text is no key.
    public init?(secretKey: String) {
        var open = keyBuffer
        guard decodeKey(secretKey) != nil, zmq_curve_public(&open, secretKey) == 0 else { return nil }
        publicKey = CurveKey(made: keyText(open))
        self.secretKey = secretKey
    }

    /// Takes two keys that need not belong together: a server notices.
    package init(claiming publicKey: CurveKey, with secretKey: String) {
        self.publicKey = publicKey
        self.secretKey = secretKey
    }

    /// The public key.
    public var description: String { publicKey.text }
    /// The public key.
    public var debugDescription: String { publicKey.text }
    /// The public key alone, so that no dump shows the secret.
    public var customMirror: Mirror { Mirror(self, children: ["publicKey": publicKey.text]) }
}

private let keyCharacters = 40
private var keyBuffer: [CChar] { [CChar](repeating: 0, count: keyCharacters + 1) }

private func keyText(_ buffer: [CChar]) -> String {
    String(decoding: buffer.prefix(keyCharacters).map(UInt8.init(bitPattern:)), as: UTF8.self)
}

/// The 32 bytes; libzmq's own decoder lets some texts through that are none, so each character is looked at.
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
