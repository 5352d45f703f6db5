import Glibc
import SpeechEngine

/// Measures the duration of texts by synthesizing them without output.
final class SpeechDuration {
    private let synthesizer: EspeakSynthesizer
    private let properties: UtteranceProperties
    private var known: [String: Double] = [:]

    /// Starts the engine.
    ///
    /// - Parameters:
    ///   - voice: The voice or language.
    ///   - speed: The speed as a multiple of the normal one.
    init(voice: String, speed: Double = 1) throws(SpeechError) {
        properties = UtteranceProperties(rate: 0.5 + log2(speed) / 2)
        synthesizer = try EspeakSynthesizer(voice: voice)
    }

    /// Returns the seconds from the beginning to the end of the last sound.
    func seconds(of text: String) throws(SpeechError) -> Double {
        if let seconds = known[text] { return seconds }
        let seconds = try synthesizer.seconds(of: Utterance(text, kind: .person, properties: properties))
        known[text] = seconds
        return seconds
    }
}
