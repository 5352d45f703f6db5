/// The hash SHA-256 (FIPS 180-4), which identifies the allowed scripts and styles of the page.
enum SHA256 {
    /// The hash, 32 bytes.
    static func hash(_ message: [UInt8]) -> [UInt8] {
        var padded = message + [0x80]
        padded += [UInt8](repeating: 0, count: (120 - padded.count % 64) % 64)
        let bits = UInt64(message.count) * 8
        for offset in stride(from: 56, through: 0, by: -8) { padded.append(UInt8(truncatingIfNeeded: bits >> offset)) }
        var state = start
        for block in stride(from: 0, to: padded.count, by: 64) { mix(padded[block..<(block + 64)], into: &state) }
        return state.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } }
    }

    private static func mix(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
        var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { offset in
            block[offset..<(offset + 4)].reduce(UInt32(0)) { (word: UInt32, byte: UInt8) in word << 8 | UInt32(byte) }
        }
        for index in 16..<64 {
            let (near, far) = (words[index - 2], words[index - 15])
            let one: UInt32 = turned(near, 17) ^ turned(near, 19) ^ (near >> 10)
            let two: UInt32 = turned(far, 7) ^ turned(far, 18) ^ (far >> 3)
            words.append(words[index - 16] &+ two &+ words[index - 7] &+ one)
        }
        var s = state
        for index in 0..<64 {
            let choice: UInt32 = (s[4] & s[5]) ^ (~s[4] & s[6])
            let majority: UInt32 = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2])
            let first: UInt32 = turned(s[4], 6) ^ turned(s[4], 11) ^ turned(s[4], 25)
            let second: UInt32 = turned(s[0], 2) ^ turned(s[0], 13) ^ turned(s[0], 22)
            let input: UInt32 = keys[index] &+ words[index]
            let one: UInt32 = s[7] &+ first &+ choice &+ input
            let two: UInt32 = second &+ majority
            s = [one &+ two, s[0], s[1], s[2], s[3] &+ one, s[4], s[5], s[6]]
        }
        for index in 0..<8 { state[index] = state[index] &+ s[index] }
    }

    private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

    /// The first fractional bits of the roots of primes: square roots of the first 8, cube roots of the first 64.
    private static let start = primes(8).map { fraction($0, isCube: false) }
    private static let keys = primes(64).map { fraction($0, isCube: true) }

    private static func primes(_ count: Int) -> [UInt64] {
        var primes: [UInt64] = []
        var number: UInt64 = 2
        while primes.count < count {
            if primes.allSatisfy({ number % $0 != 0 }) { primes.append(number) }
            number += 1
        }
        return primes
    }

    /// The first 32 fractional bits of a root, by integer bisection.
    private static func fraction(_ prime: UInt64, isCube: Bool) -> UInt32 {
        // The root times 2^32 fits into 37 bits; its cube and the number times 2^96 into 128.
        var (low, high) = (UInt128(0), UInt128(1) << 37)
        let target = UInt128(prime) << (isCube ? 96 : 64)
        while high - low > 1 {
            let middle = (low + high) / 2
            if (isCube ? middle * middle * middle : middle * middle) <= target { low = middle } else { high = middle }
        }
        return UInt32(truncatingIfNeeded: low)
    }
}

extension [UInt8] {
    /// The bytes in base64 (RFC 4648).
    var base64: String {
        let signs = [Character]("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        var text = ""
        for start in stride(from: 0, to: count, by: 3) {
            let part = self[start..<Swift.min(start + 3, count)]
            let bits = part.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - part.count))
            for index in 0..<4 {
                let sign: Character = index <= part.count ? signs[(bits >> (18 - 6 * index)) & 63] : "="
                text.append(sign)
            }
        }
        return text
    }
}
