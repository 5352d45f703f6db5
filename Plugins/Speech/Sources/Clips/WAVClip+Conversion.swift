extension WAVClip {
    /// The sound as a voice takes it.
    ///
    /// - Parameter sampleRate: Samples a second that are wanted; the sound is converted to them.
    func converted(to sampleRate: Int) throws(Problem) -> [Int16] {
        try Resampler.convert(samples, from: self.sampleRate, to: sampleRate).map {
            Int16(max(-32768, min(32767, ($0 * 32768).rounded())))
        }
    }
}
