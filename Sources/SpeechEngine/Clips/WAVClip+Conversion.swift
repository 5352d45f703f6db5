extension WAVClip {
    /// Returns the sound as 16-bit samples at a sample rate.
    ///
    /// - Parameter sampleRate: The samples a second of the result.
    func converted(to sampleRate: Int) throws(Problem) -> [Int16] {
        try Resampler.convert(samples, from: self.sampleRate, to: sampleRate).map {
            Int16(max(-32768, min(32767, ($0 * 32768).rounded())))
        }
    }
}
