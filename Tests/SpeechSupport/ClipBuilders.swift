import Foundation

/// Builders of sound files.
package enum ClipBytes {
    /// Returns a WAV file.
    ///
    /// - Parameters:
    ///   - values: The samples, -1...1, with alternating channels.
    ///   - extra: The chunks before the sound.
    package static func wav(
        _ values: [Double], rate: Int = 16_000, bits: Int = 16, channels: Int = 1, isFloat: Bool = false,
        isExtended: Bool = false, extra: [UInt8] = []
    ) -> [UInt8] {
        func little(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        let kind = isFloat ? 3 : 1
        let frame = bits / 8 * channels
        var format = little(isExtended ? 0xFFFE : kind, 2) + little(channels, 2) + little(rate, 4)
        format += little(rate * frame, 4) + little(frame, 2) + little(bits, 2)
        if isExtended { format += little(22, 2) + little(bits, 2) + little(0, 4) + little(kind, 2) + little(0, 14) }
        var sound: [UInt8] = []
        for value in values {
            switch (bits, isFloat) {
            case (32, true): sound += little(Int(Float(value).bitPattern), 4)
            case (64, true): sound += little(Int(bitPattern: UInt(value.bitPattern)), 8)
            case (8, _): sound += [UInt8(max(0, min(255, (value * 128 + 128).rounded())))]
            default:
                let most = Double(1 << (bits - 1))
                sound += little(Int(max(-most, min(most - 1, (value * most).rounded()))), bits / 8)
            }
        }
        let body =
            Array("WAVEfmt ".utf8) + little(format.count, 4) + format + extra
            + Array("data".utf8) + little(sound.count, 4) + sound
        return Array("RIFF".utf8) + little(body.count, 4) + body
    }

    /// Returns the samples of a tone.
    package static func tone(_ hertz: Double, seconds: Double, rate: Int, loudness: Double = 0.5) -> [Double] {
        (0..<Int(seconds * Double(rate))).map { loudness * sin(2 * .pi * hertz * Double($0) / Double(rate)) }
    }

    package static func write(_ bytes: [UInt8], to path: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }
}
