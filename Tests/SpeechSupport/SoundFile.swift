import Foundation

/// The content of a sound file.
package struct SoundFile {
    package let sampleRate: Int
    package let samples: [Int16]

    package init(sampleRate: Int, samples: [Int16]) {
        self.sampleRate = sampleRate
        self.samples = samples
    }

    /// Reads a file of the control, and checks every field of its header.
    package init(checked path: String) throws {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        try Self.require(bytes.count >= 44, path)
        func number(_ offset: Int, _ count: Int) -> Int {
            (0..<count).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
        }
        func text(_ offset: Int) -> String { String(decoding: bytes[offset..<offset + 4], as: UTF8.self) }
        let names = [0, 8, 12, 36].map { text($0) }
        try Self.require(names == ["RIFF", "WAVE", "fmt ", "data"], path)
        try Self.require(number(4, 4) == bytes.count - 8 && number(40, 4) == bytes.count - 44, path)
        let format = [number(16, 4), number(20, 2), number(22, 2), number(32, 2), number(34, 2)]
        try Self.require(format == [16, 1, 1, 2, 16], path)
        sampleRate = number(24, 4)
        try Self.require(number(28, 4) == sampleRate * 2, path)
        samples = stride(from: 44, to: bytes.count - 1, by: 2).map { Int16(truncatingIfNeeded: number($0, 2)) }
    }

    private static func require(_ condition: Bool, _ path: String, line: Int = #line) throws {
        if !condition { throw ToolError(description: "the header of \(path) is wrong: SoundFile.swift:\(line)") }
    }

    /// The duration in seconds.
    package var seconds: Double { Double(samples.count) / Double(sampleRate) }

    /// Returns the root mean square of a range of seconds, relative to full scale.
    package func energy(from begin: Double = 0, to end: Double = .infinity) -> Double {
        let last = min(Int(min(end, seconds) * Double(sampleRate)), samples.count)
        let part = samples[min(Int(begin * Double(sampleRate)), last)..<last]
        return Sound.energy(part)
    }

    /// The seconds between the first and the last audible sample.
    package var audibleSeconds: Double {
        guard let first = samples.firstIndex(where: { abs(Int($0)) > 300 }),
            let last = samples.lastIndex(where: { abs(Int($0)) > 300 })
        else { return 0 }
        return Double(last - first) / Double(sampleRate)
    }
}
