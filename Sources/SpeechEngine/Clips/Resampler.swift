import CSoxr
import NavigationEvents

/// Converts sample rates with libsoxr, in high quality.
enum Resampler {
    /// Converts samples from `rate` to `wanted` samples a second.
    static func convert(_ samples: [Float], from rate: Int, to wanted: Int) throws(WAVClip.Problem) -> [Float] {
        guard !samples.isEmpty, rate != wanted else { return samples }
        let capacity = Int(clamping: (Double(samples.count) * Double(wanted) / Double(rate)).rounded(.up)) + 1
        var done = 0
        var failure: soxr_error_t?
        let quality = soxr_quality_spec(UInt(SOXR_HQ), 0)
        let converted = [Float](unsafeUninitializedCapacity: capacity) { output, count in
            failure = withUnsafePointer(to: quality) { quality in
                samples.withUnsafeBufferPointer { input in
                    soxr_oneshot(
                        Double(rate), Double(wanted), 1, input.baseAddress, input.count, nil, output.baseAddress,
                        capacity, &done, nil, quality, nil)
                }
            }
            count = failure == nil ? done : 0
        }
        if let failure { throw WAVClip.Problem("it cannot be converted: \(String(cString: failure))") }
        return converted
    }
}
