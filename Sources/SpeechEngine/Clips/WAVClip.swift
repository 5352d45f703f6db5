/// The sound of a WAV file, as one channel.
struct WAVClip: Hashable, Sendable {
    /// The sample rate in samples a second.
    var sampleRate: Int
    /// The samples, -1...1.
    var samples: [Float]

    /// An error in a sound file; the text completes "the file …".
    struct Problem: Error, Hashable {
        var text: String
        init(_ text: String) { self.text = text }
    }

    /// The supported sample rates.
    private static let rates = 4000...192_000

    /// The format of the samples.
    private struct Format {
        var isFloat: Bool
        var bits: Int
        var channels: Int
        var sampleRate: Int
        /// The bytes of one sample of one channel.
        var width: Int { bits / 8 }
    }

    init(sampleRate: Int, samples: [Float]) {
        self.sampleRate = sampleRate
        self.samples = samples
    }

    /// Parses a WAV file: PCM of 8, 16, 24 or 32 bits, or floating point of 32 or 64 bits. The channels are mixed into
    /// one.
    ///
    /// If the header gives a longer sound than the file has, as programs do that write into a pipe, the sound ends with
    /// the file.
    init(_ bytes: [UInt8]) throws(Problem) {
        guard bytes.count >= 12, Self.name(bytes, at: 0) == "RIFF", Self.name(bytes, at: 8) == "WAVE" else {
            throw Problem("it is no WAV file")
        }
        var format: Format?
        var offset = 12
        while offset <= bytes.count - 8 {
            let (name, chunkBytes) = (Self.name(bytes, at: offset), Self.number(bytes, at: offset + 4, size: 4))
            let begin = offset + 8
            if name == "data" {
                guard let format else { throw Problem("its sound comes before its format") }
                let end = begin + min(chunkBytes, bytes.count - begin)
                self.init(sampleRate: format.sampleRate, samples: Self.samples(bytes[begin..<end], format))
                return
            }
            guard chunkBytes <= bytes.count - begin else { throw Problem("it is cut short") }
            if name == "fmt " { format = try Self.format(bytes[begin..<begin + chunkBytes]) }
            offset = begin + chunkBytes + chunkBytes % 2
        }
        throw Problem("it holds no sound")
    }

    private static func name(_ bytes: [UInt8], at offset: Int) -> String {
        String(decoding: bytes[offset..<offset + 4], as: UTF8.self)
    }

    private static func number(_ bytes: some RandomAccessCollection<UInt8>, at offset: Int, size: Int) -> Int {
        let begin = bytes.index(bytes.startIndex, offsetBy: offset)
        let end = bytes.index(begin, offsetBy: size)
        return bytes[begin..<end].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    private static func format(_ chunk: ArraySlice<UInt8>) throws(Problem) -> Format {
        guard chunk.count >= 16 else { throw Problem("its format is cut short") }
        var kind = number(chunk, at: 0, size: 2)
        // The extended format has the kind in a second field.
        if kind == 0xFFFE, chunk.count >= 26 { kind = number(chunk, at: 24, size: 2) }
        let format = Format(
            isFloat: kind == 3, bits: number(chunk, at: 14, size: 2), channels: number(chunk, at: 2, size: 2),
            sampleRate: number(chunk, at: 4, size: 4))
        guard kind == 1 || kind == 3 else { throw Problem("it is compressed (format \(kind))") }
        guard (format.isFloat ? [32, 64] : [8, 16, 24, 32]).contains(format.bits) else {
            throw Problem("it has \(format.bits) bits a sample")
        }
        guard (1...16).contains(format.channels) else { throw Problem("it has \(format.channels) channels") }
        guard rates.contains(format.sampleRate) else { throw Problem("it has \(format.sampleRate) samples a second") }
        return format
    }

    private static func samples(_ sound: ArraySlice<UInt8>, _ format: Format) -> [Float] {
        let frame = format.width * format.channels
        return stride(from: sound.startIndex, through: sound.endIndex - frame, by: frame).map { offset in
            var sum: Float = 0
            for channel in 0..<format.channels { sum += sample(sound, at: offset + channel * format.width, format) }
            return sum / Float(format.channels)
        }
    }

    private static func sample(_ sound: ArraySlice<UInt8>, at offset: Int, _ format: Format) -> Float {
        var bits: UInt64 = 0
        for index in (0..<format.width).reversed() { bits = bits << 8 | UInt64(sound[offset + index]) }
        if format.isFloat {
            let value =
                format.width == 4
                ? Float(bitPattern: UInt32(truncatingIfNeeded: bits)) : Float(Double(bitPattern: bits))
            return value.isFinite ? min(max(value, -1), 1) : 0
        }
        // Samples of eight bits are unsigned: 128 is silence.
        if format.width == 1 { return (Float(bits) - 128) / 128 }
        let shifted = Int32(truncatingIfNeeded: bits << UInt64(32 - format.bits))
        return Float(shifted) / 2_147_483_648
    }
}

extension WAVClip {
    /// Returns the clip without the silence at both ends, except for a few milliseconds; empty if it is all silence.
    func trimmed(keepingMilliseconds: Int = 10) -> WAVClip {
        // About -50 dB: quieter than breath.
        let isAudible = { (sample: Float) in abs(sample) > 0.003 }
        guard let first = samples.firstIndex(where: isAudible), let last = samples.lastIndex(where: isAudible) else {
            return WAVClip(sampleRate: sampleRate, samples: [])
        }
        let margin = sampleRate * keepingMilliseconds / 1000
        let range = max(first - margin, 0)...min(last + margin, samples.count - 1)
        return WAVClip(sampleRate: sampleRate, samples: Array(samples[range]))
    }
}
