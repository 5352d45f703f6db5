/// The input of espeak-ng for an utterance, with the mapping of its characters to the utterance.
struct EspeakScript {
    let text: String
    /// Whether ``text`` is SSML.
    let isSSML: Bool
    /// The names of the omitted elements and attributes.
    let omitted: [String]
    private let document: SSMLDocument?
    private let offset: Int

    init(_ utterance: Utterance) throws(SpeechError) {
        let isPronounced = !utterance.pronunciations.isEmpty && utterance.startOffset == 0
        isSSML = utterance.properties.isSSML || isPronounced
        if !utterance.properties.isSSML, isPronounced {
            let document = SSMLDocument(pronouncing: utterance.text, with: utterance.pronunciations)
            (text, omitted, self.document, offset) = (document.text, [], document, 0)
            return
        }
        guard isSSML else {
            (text, omitted, document) = (String(utterance.rest).withoutControls, [], nil)
            offset = utterance.startOffset
            return
        }
        do throws(SSMLError) {
            let document = try SSMLDocument(reading: utterance.text)
            (text, omitted) = (document.text, document.omitted)
            self.document = document
            offset = 0
        } catch {
            throw .markup(error)
        }
    }

    /// Maps a range of ``text`` to the text of the utterance, both in scalars; `nil` for markup.
    func origin(of range: Range<Int>) -> Range<Int>? {
        guard let document else { return range.lowerBound + offset..<range.upperBound + offset }
        return document.origin(of: range)
    }
}
