import Announcements
import Foundation
import NavigationEvents
import Routes
import SpeechTestSupport
import TestSupport
import Testing

@testable import Speech
@testable import SpeechEngine
@testable import SpeechTools

/// Whole drives, from the route to the recognized speech.
@Suite(.serialized) struct DriveRecognitionTests {
    /// The words that must not be misheard: sides and exits.
    private static var decisive: Regex<Substring> { /left|right|first|second|third|fourth|fifth|sixth|u turn/ }

    private func decisions(in text: String) -> [String] {
        let plain = text.lowercased().replacing("-", with: " ")
        return plain.matches(of: Self.decisive).map { String($0.output) }
    }

    private func texts(along route: Route) throws -> [String] {
        // The recogniser does not know German street names.
        let settings = AnnouncementSettings(speaksStreetNames: false, speaksSignposts: false)
        let generator = AnnouncementGenerator(settings: settings, strings: try Checkout.languages.table(for: "en"))
        return try RoutePreview(route, generator: generator, drive: PreviewDrive.Settings()).lines
            .map(\.announcement.text)
    }

    @Test func `a recognizer hears every side and exit of the first drive`() throws {
        let file = URL(fileURLWithPath: Checkout.path + "/examples/first-drive/route.json")
        let texts = try texts(along: try RouteDocument.read([UInt8](Data(contentsOf: file)))[0])
        try #require(texts.count > 15 && texts.count { !decisions(in: $0).isEmpty } > 10)
        let folder = try TemporaryFolder()
        for (index, text) in texts.enumerated() {
            _ = try TestVoice.speak([text], in: folder, name: "\(index).wav")
        }
        let heard = try Recognizer.hear(texts.indices.map { "\(folder.path)/\($0).wav" }, in: folder)
        try #require(heard.count == texts.count)
        for (text, words) in zip(texts, heard) {
            #expect(decisions(in: words) == decisions(in: text), "said \"\(text)\", heard \"\(words)\"")
        }
    }

    /// Real routes of Valhalla through three towns, by car, by bicycle and on foot. Names are off: the recogniser does not
    /// know them.
    @Test func `a recognizer hears almost every sentence of real routes word for word`() throws {
        let routes = ["car-heidelberg", "car-leeds", "car-singapore", "bicycle-heidelberg", "walk-heidelberg"]
        let spoken = try routes.flatMap { name in
            let path = Checkout.path + "/Tools/Speech/Tests/Routes/\(name).json"
            return try texts(along: try RouteDocument.read([UInt8](Data(contentsOf: URL(fileURLWithPath: path))))[0])
        }
        let sentences = Set(spoken).sorted()
        try #require(sentences.count > 60)
        let folder = try TemporaryFolder()
        let table = try Checkout.languages.table(for: "en")
        for (index, text) in sentences.enumerated() {
            _ = try TestVoice.speak([text], in: folder, name: "\(index).wav", voice: table.voice)
        }
        let heard = try Recognizer.hear(
            sentences.indices.map { "\(folder.path)/\($0).wav" }, in: folder, phrasesOf: table)
        try #require(heard.count == sentences.count)
        let misheard = zip(sentences, heard).filter { Recognizer.words(of: $0) != $1 }
        #expect(misheard.count <= sentences.count / 25, "\(misheard)")
        for (text, words) in misheard { #expect(decisions(in: words) == decisions(in: text), "heard \"\(words)\"") }
    }

    @Test func `the file of a drive is as long as all its sentences`() throws {
        let file = URL(fileURLWithPath: Checkout.path + "/examples/first-drive/route.json")
        let texts = try texts(along: try RouteDocument.read([UInt8](Data(contentsOf: file)))[0])
        let folder = try TemporaryFolder()
        let whole = try TestVoice.speak(texts, in: folder, name: "whole.wav")
        let parts = try texts.enumerated().reduce(0.0) { sum, part in
            sum + (try TestVoice.speak([part.element], in: folder, name: "\(part.offset).wav")).seconds
        }
        #expect(abs(whole.seconds - parts) < parts / 50)
    }
}
