/// An utterance as espeak-ng reads it, and what its characters stand for.
struct EspeakScript {
    let text: String
    /// Whether the engine is to read ``text`` as markup.
    let isSSML: Bool
    /// What it does not get of the markup.
    let omitted: [String]
    private let document: SSMLDocument?
    private let offset: Int

    init(_ utterance: Utterance) throws(SpeechError) {
        isSSML = utterance.properties.isSSML
        guard isSSML else {
            (text, omitted, document) = (String(utterance.rest).withoutControls, [], nil)
            offset = utterance.spokenFrom
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

    /// The place in the utterance's text of a range of ``text``, both in scalars; `nil` if it is markup.
    func origin(of range: Range<Int>) -> Range<Int>? {
        guard let document else { return range.lowerBound + offset..<range.upperBound + offset }
        return document.origin(of: range)
    }
}
