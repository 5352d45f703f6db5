/// Counts the consecutive failures of an utterance at the same word.
struct RetryCounter {
    private static let maxAttempts = 3

    private var number: UInt64?
    private var reached: Range<Int>?
    private var count = 0

    /// Records a failure and returns whether to try again. Repeated failures at the same word are the fault of the
    /// utterance, not of the output.
    mutating func mayTryAgain(_ number: UInt64, at reached: Range<Int>?) -> Bool {
        count = self.number == number && self.reached == reached ? count + 1 : 1
        (self.number, self.reached) = (number, reached)
        return count < Self.maxAttempts
    }
}
