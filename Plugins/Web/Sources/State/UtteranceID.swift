/// The identity of an utterance: a restarted control counts its effects from 1 again.
struct UtteranceID: Hashable, Sendable {
    /// The process that spoke.
    let processID: Int32
    /// The number of the effect in this process.
    let effectNumber: UInt64

    /// The form in file names, "4711-7".
    var text: String { "\(processID)-\(effectNumber)" }

    /// Creates an identity.
    init(processID: Int32, effectNumber: UInt64) {
        (self.processID, self.effectNumber) = (processID, effectNumber)
    }

    /// Parses ``text``; `nil` for any other form.
    init?(_ text: Substring) {
        let numbers = text.split(separator: "-", omittingEmptySubsequences: false)
        guard numbers.count == 2, let processID = Int32(numbers[0]), let effectNumber = UInt64(numbers[1]) else {
            return nil
        }
        self.init(processID: processID, effectNumber: effectNumber)
        // Only the canonical form is accepted, which cannot lead out of a folder.
        guard self.text == text else { return nil }
    }
}
