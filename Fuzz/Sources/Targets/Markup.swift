@testable import SpeechEngine

extension FuzzTarget {
    /// SSML that is rewritten for an engine.
    static let ssml = FuzzTarget(name: "ssml", maxBytes: 2048, reaches: ["SSMLReader", "SSMLDocument", "SSMLElement"]) {
        bytes throws(FuzzFinding) in
        let given = String(decoding: bytes, as: UTF8.self)
        let document: SSMLDocument
        let again: SSMLDocument
        do throws(SSMLError) {
            document = try SSMLDocument(reading: given)
        } catch {
            let isPlaced = error.line > 0 && error.column > 0
            return try FuzzFinding.unless(isPlaced, "an error without a place: \(error)")
        }
        do throws(SSMLError) {
            again = try SSMLDocument(reading: document.text)
        } catch {
            throw FuzzFinding("what was written is no SSML: failed to \(error)")
        }
        try FuzzFinding.unless(
            again.text == document.text && again.omitted.isEmpty, "what was written holds more than an engine may get")
        let count = given.unicodeScalars.count
        for place in 0..<document.count {
            guard let origin = document.origin(of: place..<place + 1) else { continue }
            try FuzzFinding.unless(
                origin.lowerBound >= 0 && origin.upperBound <= count, "a place outside of the text: \(origin)")
        }
    }
}
