import Foundation
import NavigationControl
import NavigationEvents
import TestSupport
import Testing

@testable import Speech

/// The suites that need the real engine. There is one engine in the process, so these suites run one after another.
@Suite(.serialized) struct RealVoice {}

/// The error of a missing or failed tool.
struct ToolError: Error, CustomStringConvertible {
    var description: String
}

/// The programs that tests need besides the Swift toolchain.
enum Tool {
    /// Runs a program to its end and returns its output.
    ///
    /// - Throws: ``ToolError`` if the program is missing or its exit code is not 0.
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

    /// Returns the path of a program; a name without a slash is searched in PATH.
    static func path(_ name: String) throws -> String {
        if name.contains("/") { return name }
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        for folder in folders where FileManager.default.isExecutableFile(atPath: "\(folder)/\(name)") {
            return "\(folder)/\(name)"
        }
        throw ToolError(description: "the program \(name) is missing; `make setup-tests` installs it")
    }

    /// Returns the Python with the packages of Tests/requirements.txt.
    static func python() throws -> String {
        if let path = ProcessInfo.processInfo.environment["NAVBUS_PYTHON"] { return path }
        let python = Checkout.path + "/.build/python/bin/python3"
        if FileManager.default.isExecutableFile(atPath: python) { return python }
        throw ToolError(
            description: "no Python for the tests: name one with Tests/requirements.txt in NAVBUS_PYTHON, or make one "
                + "with `make python` (.build/python)")
    }
}

/// The content of a sound file.
struct SoundFile {
    let sampleRate: Int
    let samples: [Int16]

    init(sampleRate: Int, samples: [Int16]) {
        self.sampleRate = sampleRate
        self.samples = samples
    }

    /// Reads a file of the control, and checks every field of its header.
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

    /// Returns the root mean square of a range of seconds, relative to full scale.
    func energy(from begin: Double = 0, to end: Double = .infinity) -> Double {
        let last = min(Int(min(end, seconds) * Double(sampleRate)), samples.count)
        let part = samples[min(Int(begin * Double(sampleRate)), last)..<last]
        return Sound.energy(part)
    }

    /// The seconds between the first and the last audible sample.
    var heardSeconds: Double {
        guard let first = samples.firstIndex(where: { abs(Int($0)) > 300 }),
            let last = samples.lastIndex(where: { abs(Int($0)) > 300 })
        else { return 0 }
        return Double(last - first) / Double(sampleRate)
    }
}

enum Sound {
    /// Returns the level of one frequency in decibels relative to full scale.
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
    /// Returns settings for a sound file.
    static func settings(file: String) -> [String: SettingValue] {
        ["file": .text(file), "output": .text("wav"), "languages": .text(Checkout.languages.path)]
    }

    /// Speaks sentences into a file with a control, and returns the file.
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

    /// Speaks utterances into a file with a voice, and returns the file.
    static func speak(
        _ utterances: [Utterance], in folder: TemporaryFolder, log: OutputLog = OutputLog(), reportsWords: Bool = false,
        complaints: Int = 0
    ) throws -> SoundFile {
        let settings = ["reportWords": SettingValue.bool(reportsWords)]
        return try speak(settings: settings, in: folder, log: log, complaints: complaints) { _ in utterances }
    }

    private static func speak(
        settings: [String: SettingValue], in folder: TemporaryFolder, name: String = "speech.wav",
        log: OutputLog = OutputLog(), complaints: Int = 0, _ utterances: (SpeechSettings) -> [Utterance]
    ) throws -> SoundFile {
        var values: [String: SettingValue] = ["file": .text("\(folder.path)/\(name)"), "output": .text("wav")]
        values.merge(settings) { $1 }
        let read = try SpeechSettings(Settings(values))
        let mailbox = try VoiceMailbox(isPaced: false)
        var dependencies = log.dependencies
        dependencies.reportsWords = read.reportWords
        let given = dependencies
        let thread = try VoiceThread(mailbox: mailbox) { () throws(SpeechError) in
            try VoiceMaker(settings: read).makeVoice(mailbox: mailbox, dependencies: given)
        }
        let wanted = utterances(read)
        _ = mailbox.change { queue in wanted.flatMap { queue.add($0, at: .noon) } }
        thread.stop()
        #expect(log.notes.complaints.count == complaints)
        #expect(log.texts(.ended) == wanted.map(\.text))
        return try SoundFile(checked: read.file)
    }
}
