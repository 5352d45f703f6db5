import Announcements
import SpeechTestSupport
import Testing

@testable import SpeechEngine

/// The SSML that is passed to engines.
@Suite struct SSMLDocumentTests {
    /// Returns the range of the original text for a word of the rewritten text.
    private func origin(of word: String, in given: String) throws -> String? {
        let document = try SSMLDocument(reading: given)
        let text = Array(document.text.unicodeScalars)
        let wanted = Array(word.unicodeScalars)
        guard
            let place = text.indices.first(where: { Array(text[$0...].prefix(wanted.count)) == wanted }),
            let range = document.origin(of: place..<place + wanted.count)
        else { return nil }
        return Utterance.spoken(given).words(in: range)
    }

    @Test func `names are said with other words or by another voice`() throws {
        let text = "auf Rue & Rivoli, dann auf Interstate 283"
        let document = SSMLDocument(
            pronouncing: text,
            with: [
                NamePronunciation(name: "Interstate 283", spoken: "Interstate 2 83"),
                NamePronunciation(name: "Rue & Rivoli", spoken: "Rue & Rivoli", language: "fr"),
                NamePronunciation(name: "Rivoli", spoken: "x"), NamePronunciation(name: "missing", spoken: "y"),
                NamePronunciation(name: "", spoken: "z"),
            ])
        #expect(
            document.text
                == "<speak>auf <voice xml:lang=\"fr\">Rue &amp; Rivoli</voice>, dann auf Interstate 2 83</speak>")
        let written = Array(document.text.unicodeScalars).map(Character.init)
        func origin(of word: String) throws -> String? {
            let start = try #require(String(written).firstRange(of: word)?.lowerBound)
            let offset = String(written).distance(from: String(written).startIndex, to: start)
            return document.origin(of: offset..<offset + word.count).map { range in
                String(String.UnicodeScalarView(Array(text.unicodeScalars)[range]))
            }
        }
        #expect(try origin(of: "auf") == "auf")
        #expect(try origin(of: "Rivoli") == "Rivoli")
        #expect(try origin(of: "2 83") == "Interstate 283")
        #expect(try origin(of: "<voice") == nil)
    }

    @Test func `known elements and attributes stay`() throws {
        let text = """
            <speak xml:lang="en"><p><s>One <break time="1.5s" strength="weak"/></s>\
            <prosody rate="+10%" pitch="x-low" range="80Hz" volume="-6dB">two</prosody>\
            <emphasis level="strong">three</emphasis><say-as interpret-as="tts:char">abc</say-as>\
            <voice name="en-us+f3" xml:lang="en-US" gender="female" age="30" variant="1">four</voice></p></speak>
            """
        let document = try SSMLDocument(reading: text)
        #expect(document.omitted.isEmpty)
        #expect(document.text == text.replacing("\"/>", with: "\"></break>"))
    }

    @Test func `other elements are omitted and listed, and their text stays`() throws {
        let text = """
            <?xml version="1.0"?><speak version="1.1" xmlns="http://www.w3.org/2001/10/synthesis">one<AUDIO src="$(touch x)"/>two
            <audio src='/etc/passwd'>three</audio> <x:y>four</x:y><!-- five --><?six?></speak>
            """
        let document = try SSMLDocument(reading: text)
        #expect(document.text == "<speak>one  two\n three   four </speak>")
        #expect(document.omitted == ["<AUDIO>", "<audio>", "<x:y>"])
    }

    @Test(arguments: [
        "name=\"../../../tmp/voice\"", "name=\"/tmp/voice\"", "xml:lang=\"$(touch x)\"", "gender=\"\"", "onclick=\"x\"",
        "name=\"\(String(repeating: "a", count: 33))\"",
    ])
    func `an invalid attribute is omitted`(_ attribute: String) throws {
        let document = try SSMLDocument(reading: "<speak><voice \(attribute)>one</voice></speak>")
        #expect(document.text == "<speak><voice>one</voice></speak>")
        #expect(document.omitted.count == 1)
    }

    @Test(
        arguments: [
            (SSMLValue.duration, "600s", true), (.duration, "250ms", true), (.duration, "601s", false),
            (.duration, "1e9s", false), (.duration, "s", false), (.duration, "-1s", false), (.duration, "nans", false),
            (.amount, "9999%", true), (.amount, "10000%", false), (.amount, "--1%", false), (.amount, "1/2", false),
            (.amount, "", false), (.word, "en_US-x:y+z", true), (.word, "ä", false), (.word, "a b", false),
        ] as [(SSMLValue, String, Bool)])
    func `each kind of value accepts only valid values`(_ kind: SSMLValue, _ value: String, _ isOne: Bool) {
        #expect(kind.accepts(value) == isOne)
    }

    @Test func `a fragment without a root element is accepted`() throws {
        #expect(try SSMLDocument(reading: "one <break/>two &amp; three").text.hasPrefix("<speak>one <break>"))
        #expect(throws: SSMLError(line: 1, column: 6, problem: "mismatched tag")) {
            try SSMLDocument(reading: "<s></p>")
        }
    }

    @Test func `a substitute has the range of the text that it replaces`() throws {
        let given = "<speak>ü <sub alias=\"World &lt; Wide\">W3<x/>C</sub> end</speak>"
        let document = try SSMLDocument(reading: given)
        #expect(document.text == "<speak>ü World &lt; Wide end</speak>")
        #expect(try origin(of: "World", in: given) == "W3<x/>C")
        #expect(try origin(of: "end", in: given) == "end")
    }

    @Test func `every word has its range in the original text`() throws {
        let given = "<speak>äö <audio src=\"x\">tw😀</audio>\r\n<s>a&amp;b</s> <![CDATA[<five>]]> si&#x78;</speak>"
        for word in ["äö", "tw😀"] { #expect(try origin(of: word, in: given) == word) }
        #expect(try origin(of: "a&amp;b", in: given) == "a&amp;b")
        #expect(try origin(of: "&lt;five&gt;", in: given) == "<five>")
        #expect(try origin(of: "six", in: given) == "si&#x78;")
        #expect(try origin(of: "<s>", in: given) == nil)
    }

    @Test func `silent elements are not spoken`() throws {
        let text = "<speak><metadata>by <x>me</x></metadata>one<mark name=\"a\"/> <desc>noise</desc></speak>"
        #expect(try SSMLDocument(reading: text).text == "<speak>one </speak>")
    }

    @Test(arguments: [
        ("<speak>one", 1, "no element found"), ("<speak>\n<s>one</speak>", 2, "mismatched tag"),
        ("<speak>a & b</speak>", 1, "not well-formed"), ("<speak>&huge;</speak>", 1, "undefined entity"),
        ("<speak>&#1;5I</speak>", 1, "invalid character number"), ("<speak>\u{1}</speak>", 1, "not well-formed"),
        ("<?xml version=\"1.0\"?><!DOCTYPE speak [<!ENTITY a \"b\">]><speak>&a;</speak>", 1, "document type"),
        (String(repeating: "<s>", count: 100), 1, "nested deeper"),
    ])
    func `invalid SSML is refused with its line`(_ text: String, _ line: Int, _ problem: String) {
        #expect {
            try SSMLDocument(reading: text)
        } throws: { error in
            guard let error = error as? SSMLError else { return false }
            return error.line == line && error.column > 0 && error.problem.contains(problem)
                && "\(error)".hasPrefix("read the SSML at \(line):\(error.column): ")
        }
    }
}
