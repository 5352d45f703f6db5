/// Where sound goes. Made, used and closed on one thread.
protocol AudioSink: AnyObject {
    /// Whether the control can do without it for a while: then its absence is a warning, and it is tried again.
    var isOptional: Bool { get }

    /// Makes ready for sound of this many samples a second, mono.
    func open(sampleRate: Int) throws(SpeechError)

    /// Takes samples of the sentence that is being said; may block as long as they sound.
    func write(_ samples: UnsafeBufferPointer<Int16>) throws(SpeechError)

    /// The sentence is complete; returns when it has been heard, or when `isCut` says so.
    func endSentence(isCut: (_ withinMilliseconds: Int32) -> Bool) throws(SpeechError)

    /// The sentence was cut short: what is not heard yet is thrown away.
    func abandonSentence() throws(SpeechError)

    /// Nothing more is to be said for now.
    func rest()

    /// Ends.
    func close()
}

/// The sink of the output `none`.
final class SilentSink: AudioSink {
    let isOptional = false
    func open(sampleRate: Int) {}
    func write(_ samples: UnsafeBufferPointer<Int16>) {}
    func endSentence(isCut: (Int32) -> Bool) {}
    func abandonSentence() {}
    func rest() {}
    func close() {}
}
