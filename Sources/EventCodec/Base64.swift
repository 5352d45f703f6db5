/// Base64 (RFC 4648), as protobuf's JSON has bytes: three in four characters.
enum Base64 {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let filling = UInt8(ascii: "=")

    static func text(of bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let count = min(3, bytes.count - start)
            var word: UInt32 = 0
            for index in 0..<3 { word = word << 8 | (index < count ? UInt32(bytes[start + index]) : 0) }
            for digit in 0..<4 {
                text.append(digit <= count ? digits[Int(word >> (18 - 6 * UInt32(digit)) & 0x3F)] : filling)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
