import Foundation
import NavigationControl
import SpeechTestSupport
import TestSupport
import Testing
import Platform

@testable import Speech
@testable import SpeechEngine

extension RealVoice {
    /// The sound of books, read by espeak-ng into a file and measured there.
    @Suite(.serialized) struct ReadCommandTests {
        private let folder: TemporaryFolder
        private var book: String { folder.path + "/book.plist" }
        private var sound: String { folder.path + "/book.wav" }

        init() throws { folder = try TemporaryFolder() }

        /// Reads a book into a file.
        private func read(_ bytes: [UInt8], _ options: String...) throws -> SoundFile {
            try ClipBytes.write(bytes, to: book)
            try #require(ReadCommand.run([book, "--to", sound] + options) == .success)
            return try SoundFile(checked: sound)
        }

        /// Returns a page with a second of silence between its pieces, so that the test can separate them.
        private func apart(_ pieces: (text: String, properties: String)...) -> [UInt8] {
            BookText.book(
                BookText.page(pieces.map { ($0.text, $0.properties + BookText.number("postUtteranceDelay", 1)) }))
        }

        private static let text = "over the wide river and under the old bridge"

        @Test func `pieces of one page have their own speed`() throws {
            let pieces = try read(
                apart(
                    (Self.text, ""), (Self.text, BookText.number("rate", 0.25)),
                    (Self.text, BookText.number("rate", 1.5)),
                    (Self.text, BookText.number("rate", 0.75)))
            ).pieces
            try #require(pieces.count == 4)
            let normal = pieces[0].seconds
            // A step of 0.25 is a factor of the square root of two; 1.5 is a multiple.
            #expect((1.25...1.6).contains(pieces[1].seconds / normal), "\(pieces.map(\.seconds))")
            #expect((1.3...1.75).contains(normal / pieces[2].seconds), "\(pieces.map(\.seconds))")
            #expect((1.2...1.65).contains(normal / pieces[3].seconds), "\(pieces.map(\.seconds))")
        }

        @Test func `pieces of one page have their own pitch and volume`() throws {
            let pieces = try read(
                apart(
                    (Self.text, ""), (Self.text, BookText.number("pitchMultiplier", 1.6)),
                    (Self.text, BookText.number("pitchMultiplier", 0.7)), (Self.text, BookText.number("volume", 0.4)))
            ).pieces
            try #require(pieces.count == 4)
            let pitches = pieces.map(\.pitch)
            #expect((1.3...1.9).contains(pitches[1] / pitches[0]), "\(pitches)")
            #expect((0.55...0.85).contains(pitches[2] / pitches[0]), "\(pitches)")
            #expect((0.25...0.55).contains(pieces[3].energy / pieces[0].energy), "\(pieces.map(\.energy))")
        }

        @Test func `the silence between two pieces includes both delays`() throws {
            let delay = { (after: Double, before: Double) in
                BookText.book(
                    BookText.page([
                        ("one", BookText.number("postUtteranceDelay", after)),
                        ("two", BookText.number("preUtteranceDelay", before)),
                    ]))
            }
            let plain = try read(delay(0, 0)).pieces(apartSeconds: 0.15)
            let late = try read(delay(0.9, 0.7)).pieces
            try #require(plain.count == 2 && late.count == 2)
            let gaps = [plain, late].map { $0[1].begin - $0[0].end }
            #expect(gaps[1] >= 1.6)
            #expect(abs(gaps[1] - gaps[0] - 1.6) < 0.2, "\(gaps)")
        }

        @Test func `a piece may have another voice, and an unknown voice is replaced`() throws {
            // The same number has a different length in each language.
            let pieces = try read(
                apart(
                    ("1777", ""), ("1777", "<key>voice</key><string>it</string>"),
                    ("1777", "<key>voice</key><string>xx-none</string>"))
            ).pieces
            try #require(pieces.count == 3)
            #expect(abs(pieces[1].seconds - pieces[0].seconds) > 0.15, "\(pieces.map(\.seconds))")
            #expect(abs(pieces[2].seconds - pieces[0].seconds) < 0.1)
        }

        @Test func `a page is read alone, or a whole book to its end`() throws {
            let bytes = BookText.book(
                BookText.page("one two three"), "<key>utterances</key><true/>", BookText.page("four five six"))
            let whole = try read(bytes).audibleSeconds
            let last = try read(bytes, "--page", "3").audibleSeconds
            #expect(whole > last * 1.8 && last > 0.4)
        }

        @Test func `a binary book sounds like the XML book with the same content`() throws {
            let bytes = apart((Self.text, BookText.number("rate", 1.3)), ("slowly", BookText.number("rate", 0.1)))
            let (text, binary) = (try read(bytes).pieces, try read(try BookText.binary(bytes)).pieces)
            #expect(text.count == 2 && binary.count == 2)
            #expect(zip(text, binary).allSatisfy { abs($0.seconds - $1.seconds) < 0.1 })
        }

        @Test func `an unreadable book is an input error`() throws {
            #expect(ReadCommand.run(["/nonexistent/book.plist", "--to", sound]) == .noInput)
            try ClipBytes.write(BookText.book(BookText.page("a")), to: book)
            #expect(ReadCommand.run([book, "--page", "7", "--to", sound]) == .noInput)
            #expect(ReadCommand.run([book, "--to", "/proc/nonexistent/a.wav"]) == .outputError)
            #expect(ReadCommand.run([book, "--voice", "xx-none", "--to", sound]) == .unavailable)
            for words in [[], [book, "--page", "0"], [book, "--loud"], [book, book], [book, "--language", "../en"]] {
                #expect(ReadCommand.run(words) == .usage)
            }
            #expect(ReadCommand.run(["--help"]) == .success)
            #expect(ReadCommand.run([book, "--list"]) == .success)
        }

        @Test func `without a sound server no unrequested file is written`() throws {
            try ClipBytes.write(BookText.book(BookText.page("a")), to: book)
            let before = try FileManager.default.contentsOfDirectory(atPath: ".")
            #expect(ReadCommand.run([book], soundServer: "unix:/nonexistent/sound") == .unavailable)
            #expect(try FileManager.default.contentsOfDirectory(atPath: ".") == before)
        }

        @Test(arguments: [
            ([], "en-us"), (["--language", "en-GB"], "en-gb"), (["--voice", "en-gb"], "en-gb"),
            // A book can be read in a language without a string table.
            (["--language", "cs"], "cs"),
        ])
        func `the voice is that of announcements in the language`(options: [String], voice: String) throws {
            let asked = try ReadArguments([book, "--to", sound] + options)
            #expect(try asked.settings.text("voice", default: "").lowercased() == voice)
        }

        @Test func `the shipped book is valid and audible`() throws {
            let path = Checkout.path + "/examples/narrated-book"
            let tour = try BookFile(path: path + "/tour.plist").read()
            #expect(tour.problems.isEmpty && tour.pages.allSatisfy { $0.place != nil })
            #expect(try BookFile(path: path + "/book.plist").read().problems.isEmpty)
            #expect(ReadCommand.run([path + "/book.plist", "--to", sound]) == .success)
            #expect(try SoundFile(checked: sound).audibleSeconds > 12)
        }

        @Test func `the list names pages, points and problems`() throws {
            let book = try Book.make(
                BookText.page([("a", ""), ("b", "")], "<key>backgroundImage</key><string>a.png</string>"), "",
                BookText.page("c", BookText.number("distance", 1200)))
            #expect(
                book.listing == [
                    "page 1: a.png, 2 utterances", "    a b", "page 3: 1 utterance, after 1200 m", "    c",
                    "page 2 (line 4), utterances: is missing; the page is skipped",
                ])
        }
    }
}

/// A piece of speech between silences.
struct SpokenPiece {
    /// The seconds from the beginning of the file.
    var begin: Double
    var end: Double
    let samples: [Int16]
    let sampleRate: Int

    /// The root mean square, relative to full scale.
    var energy: Double { Sound.energy(samples) }
    var seconds: Double { end - begin }
}

extension SoundFile {
    /// Splits the sound at long silences.
    var pieces: [SpokenPiece] { pieces(apartSeconds: 0.8) }

    func pieces(apartSeconds: Double) -> [SpokenPiece] {
        var ranges: [ClosedRange<Int>] = []
        for (index, sample) in samples.enumerated() where abs(Int(sample)) > 300 {
            if let last = ranges.last, Double(index - last.upperBound) < apartSeconds * Double(sampleRate) {
                ranges[ranges.count - 1] = last.lowerBound...index
            } else {
                ranges.append(index...index)
            }
        }
        return ranges.map { range in
            SpokenPiece(
                begin: Double(range.lowerBound) / Double(sampleRate),
                end: Double(range.upperBound) / Double(sampleRate),
                samples: Array(samples[range]), sampleRate: sampleRate)
        }
    }
}

extension SpokenPiece {
    /// The pitch of the voice in hertz: the median over all voiced frames, by autocorrelation.
    var pitch: Double {
        let length = sampleRate / 20
        let lags = sampleRate / 350...sampleRate / 50
        var pitches: [Double] = []
        for begin in stride(from: 0, to: samples.count - 2 * length, by: 2 * length) {
            let frame = samples[begin..<begin + 2 * length].map { Double($0) }
            let power = frame.prefix(length).reduce(0) { $0 + $1 * $1 }
            guard power / Double(length) > 1_000_000 else { continue }
            func correlation(_ lag: Int) -> Double {
                (0..<length).reduce(0) { $0 + frame[$1] * frame[$1 + lag] } / power
            }
            // The first high peak counts, since multiples of the period correlate as well.
            let correlations = lags.map { (lag: $0, value: correlation($0)) }
            guard let best = correlations.map(\.value).max(), best > 0.6,
                let first = correlations.indices.dropFirst().dropLast().first(where: { index in
                    correlations[index].value > 0.85 * best
                        && correlations[index].value >= correlations[index - 1].value
                        && correlations[index].value >= correlations[index + 1].value
                })
            else { continue }
            pitches.append(Double(sampleRate) / Double(correlations[first].lag))
        }
        return pitches.isEmpty ? 0 : pitches.sorted()[pitches.count / 2]
    }
}
