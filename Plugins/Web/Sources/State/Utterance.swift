/// What names an utterance: a control that is started anew counts its effects from 1 again.
struct Utterance: Hashable, Sendable {
    /// The process that spoke.
    let processID: Int32
    /// Which of its effects it was.
    let effectNumber: UInt64

    /// As in the names of files, "4711-7".
    var text: String { "\(processID)-\(effectNumber)" }

    /// Names one.
    init(processID: Int32, effectNumber: UInt64) {
        (self.processID, self.effectNumber) = (processID, effectNumber)
    }

    /// Reads ``text``; `nil` for any other way to write it.
    init?(_ text: Substring) {
        let numbers = text.split(separator: "-", omittingEmptySubsequences: false)
        guard numbers.count == 2, let processID = Int32(numbers[0]), let effectNumber = UInt64(numbers[1]) else {
            return nil
        }
        self.init(processID: processID, effectNumber: effectNumber)
        // Without signs and leading zeros: nothing that leads out of a folder gets through.
        guard self.text == text else { return nil }
    }
}
