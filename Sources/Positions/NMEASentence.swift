/// One sentence of NMEA 0183: `$GPRMC,080000.00,A,…*6B`.
struct NMEASentence {
    /// The problem of a line, as the continuation of "it …".
    struct Flaw: Error, Equatable { var reason: String }

    /// The talker id of two letters ("GP", "GN"); empty for proprietary sentences.
    var talker: Substring
    /// The type of three letters ("RMC"); for proprietary sentences the whole address ("PGLOR").
    var type: Substring
    /// The fields after the address, including empty ones.
    var fields: [Substring]

    /// Parses a line; `nil` if it is empty or a comment.
    ///
    /// Everything before the `$` is skipped: receivers mix in binary messages, and the first line of a serial port may
    /// begin anywhere.
    static func read(_ line: [UInt8]) throws(Flaw) -> NMEASentence? {
        guard let first = line.first(where: { $0 != 0x20 && $0 != 0x09 }), first != UInt8(ascii: "#") else {
            return nil
        }
        guard let start = line.lastIndex(of: UInt8(ascii: "$")) else {
            // Sentences with `!` come from ships' transponders.
            if first == UInt8(ascii: "!") { return nil }
            throw Flaw(reason: "is not an NMEA sentence")
        }
        let body = line[(start + 1)...]
        guard let star = body.lastIndex(of: UInt8(ascii: "*")) else { throw Flaw(reason: "has no checksum") }
        try check(body[..<star], against: body[(star + 1)...])
        let text = Substring(String(decoding: body[..<star], as: UTF8.self))
        let fields = text.split(separator: ",", omittingEmptySubsequences: false)
        guard let address = fields.first, address.utf8.count >= 3 else { throw Flaw(reason: "has no address") }
        if address.hasPrefix("P") { return NMEASentence(talker: "", type: address, fields: Array(fields.dropFirst())) }
        guard address.utf8.count == 5 else { throw Flaw(reason: "has the unknown address \"\(address.prefix(12))\"") }
        return NMEASentence(
            talker: address.prefix(2), type: address.suffix(3), fields: Array(fields.dropFirst()))
    }

    /// The exclusive or of all bytes between `$` and `*`.
    static func checksum(_ body: some Sequence<UInt8>) -> UInt8 {
        body.reduce(0, ^)
    }

    /// A field; empty if the sentence is too short.
    func field(_ index: Int) -> Substring {
        fields.indices.contains(index) ? fields[index] : ""
    }

    private static func check(_ body: ArraySlice<UInt8>, against digits: ArraySlice<UInt8>) throws(Flaw) {
        let text = String(decoding: digits.prefix { $0 != 0x20 && $0 != 0x0D }, as: UTF8.self)
        guard text.utf8.count == 2, let stated = UInt8(text, radix: 16) else {
            throw Flaw(reason: "breaks off in its checksum")
        }
        let counted = checksum(body)
        guard counted == stated else {
            throw Flaw(reason: "has the checksum \(hexadecimal(stated)) where \(hexadecimal(counted)) belongs")
        }
        guard body.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            throw Flaw(reason: "has bytes that are not text")
        }
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
}
