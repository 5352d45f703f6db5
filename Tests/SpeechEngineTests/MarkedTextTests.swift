import NavigationEvents
import SpeechTestSupport
import Testing

@testable import SpeechEngine

/// The text and parameters for speech-dispatcher.
@Suite struct MarkedTextTests {
    @Test func `every word has a mark with its range`() throws {
        let text = try MarkedText(.spoken("A & <B> ü")).ssml
        #expect(
            text
                == "<speak><mark name=\"0-1\"/>A <mark name=\"2-3\"/>&amp; <mark name=\"4-7\"/>&lt;B&gt; "
                + "<mark name=\"8-9\"/>ü </speak>")
    }

    @Test func `the spoken part is left out`() throws {
        var utterance = Utterance.read("One. Two.")
        utterance.startOffset = 4
        #expect(try MarkedText(utterance).ssml == "<speak><mark name=\"5-9\"/>Two. </speak>")
    }

    @Test func `SSML is rewritten`() throws {
        let text = "<speak>One <mark name=\"3-7\"/><audio src=\"/tmp/x\">two</audio></speak>"
        let marked = try MarkedText(.spoken(text, UtteranceProperties(isSSML: true)))
        #expect(marked.ssml == "<speak>One  two </speak>")
        #expect(marked.omitted == ["<audio>"])
    }

    @Test(arguments: [("3-7", 3..<7), ("x", nil), ("7-3", nil), ("1-2-3", nil), ("", nil)] as [(String, Range<Int>?)])
    func `a mark gives a range of the text or nothing`(_ mark: String, _ range: Range<Int>?) {
        #expect(MarkedText.range(of: mark) == range)
    }

    @Test(arguments: [("de-AT", true), ("en-us+f3", true), ("de\r\nSTOP ALL", false), ("en us", false), ("", false)])
    func `a language tag cannot contain a command`(_ tag: String, _ isOne: Bool) {
        #expect(SSIPProperties.isLanguage(tag) == isOne)
    }

    @Test func `properties are converted to those of the service`() {
        func values(_ utterance: Utterance) -> [String] {
            SSIPProperties(utterance, language: "de-AT").values.map { "\($0.name) \($0.value)" }
        }
        #expect(values(.make()) == ["LANGUAGE de-AT", "RATE 0", "PITCH 0", "VOLUME 100", "PRIORITY important"])
        #expect(values(.make(stage: .prepare)).last == "PRIORITY message")
        let slow = UtteranceProperties(rate: 0, pitchMultiplier: 0.5, volume: 0, voice: "fr")
        #expect(
            values(.read("a", slow)) == ["LANGUAGE fr", "RATE -100", "PITCH -100", "VOLUME -100", "PRIORITY text"])
        let fast = UtteranceProperties(rate: 1, pitchMultiplier: 2, volume: 0.5)
        #expect(values(.spoken("a", fast)).dropFirst() == ["RATE 55", "PITCH 98", "VOLUME 0", "PRIORITY message"])
    }
}
