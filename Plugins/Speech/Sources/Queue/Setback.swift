/// Where an utterance failed last, and how often in a row.
struct Setback {
    private static let most = 3

    private var number: UInt64?
    private var reached: Range<Int>?
    private var count = 0

    /// What fails at the same place again and again is the fault of the utterance, not of what plays it.
    mutating func mayTryAgain(_ number: UInt64, at reached: Range<Int>?) -> Bool {
        count = self.number == number && self.reached == reached ? count + 1 : 1
        (self.number, self.reached) = (number, reached)
        return count < Self.most
    }
}
