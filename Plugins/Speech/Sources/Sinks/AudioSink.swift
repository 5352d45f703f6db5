/// Where sound goes. Made, used and closed on one thread.
protocol AudioSink: AnyObject {
    /// Whether the control can do without it for a while: then its absence is a warning, and it is tried again.
    var isOptional: Bool { get }

    /// Whether sound takes its time there, so that it can be cut short, held, and begun late.
    var isPaced: Bool { get }

    /// What it is, for people ("the sound server", "the sound file drive.wav").
    var name: String { get }

    /// Makes ready for sound of this many samples a second, mono.
    func open(sampleRate: Int) throws(SpeechError)

    /// Makes sure that sound can go there now; again, if it could not before.
    func prepare() throws(SpeechError)

    /// Takes samples of the sentence that is being said; may block as long as they sound.
    ///
    /// - Parameter isDisturbed: Whether to return now, whatever was not taken.
    /// - Returns: How many samples were taken.
    func write(_ samples: UnsafeBufferPointer<Int16>, isDisturbed: () -> Bool) throws(SpeechError) -> Int

    /// The sentence is complete; returns when it has been heard, or when `isCut` says so.
    func endSentence(isCut: (_ withinMilliseconds: Int32) -> Bool) throws(SpeechError)

    /// The sentence was cut short: what is not heard yet is thrown away.
    func abandonSentence() throws(SpeechError)

    /// Stands still, or goes on from where it stood.
    func hold(_ isHeld: Bool) throws(SpeechError)

    /// Nothing more is to be said for now.
    func rest()

    /// Ends.
    func close()
}

extension AudioSink {
    func prepare() throws(SpeechError) {}
    func hold(_ isHeld: Bool) throws(SpeechError) {}
}
