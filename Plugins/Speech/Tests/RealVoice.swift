import Foundation
import NavigationControl
import NavigationEvents
import TestSupport
import Testing

@testable import Speech

/// What needs the real engine. It is one for the whole process, so these suites take turns.
@Suite(.serialized) struct RealVoice {}

/// Why a tool that a test needs cannot be used, and the way out.
struct ToolError: Error, CustomStringConvertible {
    var description: String
}

/// Programs the tests need beside the Swift toolchain.
enum Tool {
    /// Runs a program to its end.
    ///
    /// - Throws: ``ToolError`` when it is not there or ends with another code than 0.
    @discardableResult
    static func run(_ name: String, _ arguments: [String], input: Data = Data()) throws -> Data {
        let folder = try TemporaryFolder()
        let (source, output, errors) = ("\(folder.path)/in", "\(folder.path)/out", "\(folder.path)/errors")
        try input.write(to: URL(fileURLWithPath: source))
        let child = try Child(try path(name), arguments, input: source, output: output, errors: errors)
        let code = child.wait()
        guard code == 0 else {
            let complaint = String(decoding: try Data(contentsOf: URL(fileURLWithPath: errors)), as: UTF8.self)
            throw ToolError(description: "\(name) ended with \(code): \(complaint)")
        }
        return try Data(contentsOf: URL(fileURLWithPath: output))
    }

    /// Where a program is; a name without a slash is looked for in PATH.
    static func path(_ name: String) throws -> String {
        if name.contains("/") { return name }
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        for folder in folders where FileManager.default.isExecutableFile(atPath: "\(folder)/\(name)") {
            return "\(folder)/\(name)"
        }
        throw ToolError(description: "the program \(name) is missing; `make setup-tests` installs it")
    }

    /// The Python that has what Tests/requirements.txt names.
    static func python() throws -> String {
        if let path = ProcessInfo.processInfo.environment["NAVBUS_PYTHON"] { return path }
        let python = Checkout.path + "/.build/python/bin/python3"
        if FileManager.default.isExecutableFile(atPath: python) { return python }
        throw ToolError(
            description: "no Python for the tests: name one with Tests/requirements.txt in NAVBUS_PYTHON, or make one "
                + "with `make python` (.build/python)")
    }
}

/// A sound file as it stands on the disk.
struct SoundFile {
    let sampleRate: Int
    let samples: [Int16]

    init(sampleRate: Int, samples: [Int16]) {
        self.sampleRate = sampleRate
        self.samples = samples
    }

    /// Reads a file that the control wrote, and checks every field of its header against its size.
    init(checked path: String) throws {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        try #require(bytes.count >= 44)
        func number(_ offset: Int, _ count: Int) -> Int {
            (0..<count).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
        }
        func text(_ offset: Int) -> String { String(decoding: bytes[offset..<offset + 4], as: UTF8.self) }
        let names = [0, 8, 12, 36].map { text($0) }
        try #require(names == ["RIFF", "WAVE", "fmt ", "data"])
        try #require(number(4, 4) == bytes.count - 8 && number(40, 4) == bytes.count - 44)
        let format = [number(16, 4), number(20, 2), number(22, 2), number(32, 2), number(34, 2)]
        try #require(format == [16, 1, 1, 2, 16])
        sampleRate = number(24, 4)
        try #require(number(28, 4) == sampleRate * 2)
        samples = stride(from: 44, to: bytes.count - 1, by: 2).map { Int16(truncatingIfNeeded: number($0, 2)) }
    }

    var seconds: Double { Double(samples.count) / Double(sampleRate) }

    /// Root mean square of a stretch, of full scale.
    func energy(from begin: Double = 0, to end: Double = .infinity) -> Double {
        let last = min(Int(min(end, seconds) * Double(sampleRate)), samples.count)
        let part = samples[min(Int(begin * Double(sampleRate)), last)..<last]
        return Sound.energy(part)
    }

    /// Seconds between the first and the last moment that can be heard.
    var heardSeconds: Double {
        guard let first = samples.firstIndex(where: { abs(Int($0)) > 300 }),
            let last = samples.lastIndex(where: { abs(Int($0)) > 300 })
        else { return 0 }
        return Double(last - first) / Double(sampleRate)
    }
}

enum Sound {
    /// Decibels of full scale of one frequency.
    static func level(_ samples: ArraySlice<Int16>, hertz: Double, sampleRate: Int) -> Double {
        // Goertzel's recurrence.
        let factor = 2 * cos(2 * Double.pi * hertz / Double(sampleRate))
        var (last, previous) = (0.0, 0.0)
        for sample in samples { (last, previous) = (Double(sample) + factor * last - previous, last) }
        let power = last * last + previous * previous - factor * last * previous
        let amplitude = 2 * max(power, 0).squareRoot() / Double(samples.count) / 32768
        return 20 * log10(max(amplitude, 1e-6))
    }

    static func energy(_ samples: some Collection<Int16>) -> Double {
        guard !samples.isEmpty else { return 0 }
        let sum = samples.reduce(0.0) { $0 + Double($1) * Double($1) }
        return (sum / Double(samples.count)).squareRoot() / 32768
    }
}

extension RealVoice {
    /// Settings for a sound file at this place.
    static func settings(file: String) -> [String: SettingValue] {
        ["file": .text(file), "output": .text("wav"), "languages": .text(Checkout.languages.path)]
    }

    /// Lets a control say sentences of its own choice into a file, and gives the file.
    static func speak(
        _ sentences: [String], settings: [String: SettingValue] = [:], in folder: TemporaryFolder,
        name: String = "speech.wav"
    ) throws -> SoundFile {
        try speak(settings: settings, in: folder, name: name) { settings in
            sentences.enumerated().map { index, sentence in
                var utterance = Utterance.make(sentence, identity: UInt64(index))
                utterance.properties = settings.properties
                return utterance
            }
        }
    }

    /// Lets a voice say utterances into a file, and gives the file.
    static func speak(
        _ utterances: [Utterance], in folder: TemporaryFolder, witness: Witness = Witness(), reportsWords: Bool = false,
        complaints: Int = 0
    ) throws -> SoundFile {
        let settings = ["reportWords": SettingValue.bool(reportsWords)]
        return try speak(settings: settings, in: folder, witness: witness, complaints: complaints) { _ in utterances }
    }

    private static func speak(
        settings: [String: SettingValue], in folder: TemporaryFolder, name: String = "speech.wav",
        witness: Witness = Witness(), complaints: Int = 0, _ utterances: (SpeechSettings) -> [Utterance]
    ) throws -> SoundFile {
        var values: [String: SettingValue] = ["file": .text("\(folder.path)/\(name)"), "output": .text("wav")]
        values.merge(settings) { $1 }
        let read = try SpeechSettings(Settings(values))
        let desk = try VoiceDesk(isPaced: false)
        var surroundings = witness.surroundings
        surroundings.reportsWords = read.reportsWords
        let given = surroundings
        let thread = try VoiceThread(desk: desk) { () throws(SpeechError) in
            try VoiceMaker(settings: read).makeVoice(desk: desk, surroundings: given)
        }
        let wanted = utterances(read)
        _ = desk.change { queue in wanted.flatMap { queue.add($0, at: .noon) } }
        thread.stop()
        #expect(witness.notes.complaints.count == complaints)
        #expect(witness.texts(.ended) == wanted.map(\.text))
        return try SoundFile(checked: read.file)
    }
}
