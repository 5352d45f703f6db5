/// A destination of sound. It is created, used and closed on one thread.
package protocol AudioSink: AnyObject {
    /// Whether the output may be missing for a while: its absence causes a warning, and the voice tries again.
    var isOptional: Bool { get }

    /// Whether the sound takes its real time, so that it can be cut short, paused and delayed.
    var isPaced: Bool { get }

    /// The name for people ("the sound server", "the sound file drive.wav").
    var name: String { get }

    /// Opens the output for mono sound with this many samples a second.
    func open(sampleRate: Int) throws(SpeechError)

    /// Makes the output ready, also after a failure.
    func prepare() throws(SpeechError)

    /// Writes samples of the current sentence; may block for their duration.
    ///
    /// - Parameters:
    ///   - samples: The samples.
    ///   - isInterrupted: Whether to return at once, also with unwritten samples.
    /// - Returns: The number of samples written.
    func write(_ samples: UnsafeBufferPointer<Int16>, isInterrupted: () -> Bool) throws(SpeechError) -> Int

    /// Ends the sentence; returns when it has been played, or when `isCut` returns true.
    func endSentence(isCut: (_ withinMilliseconds: Int32) -> Bool) throws(SpeechError)

    /// Discards the sound that was not played yet, after a sentence was cut short.
    func abandonSentence() throws(SpeechError)

    /// Pauses the sound, or continues it.
    func hold(_ isHeld: Bool) throws(SpeechError)

    /// Releases the output while there is nothing to say.
    func rest()

    /// Closes the output.
    func close()
}

extension AudioSink {
    package func prepare() throws(SpeechError) {}
    package func hold(_ isHeld: Bool) throws(SpeechError) {}
}
