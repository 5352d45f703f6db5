import Foundation

/// Measures of sound.
package enum Sound {
    /// Returns the level of one frequency in decibels relative to full scale.
    package static func level(_ samples: ArraySlice<Int16>, hertz: Double, sampleRate: Int) -> Double {
        // Goertzel's recurrence.
        let factor = 2 * cos(2 * Double.pi * hertz / Double(sampleRate))
        var (last, previous) = (0.0, 0.0)
        for sample in samples { (last, previous) = (Double(sample) + factor * last - previous, last) }
        let power = last * last + previous * previous - factor * last * previous
        let amplitude = 2 * max(power, 0).squareRoot() / Double(samples.count) / 32768
        return 20 * log10(max(amplitude, 1e-6))
    }

    package static func energy(_ samples: some Collection<Int16>) -> Double {
        guard !samples.isEmpty else { return 0 }
        let sum = samples.reduce(0.0) { $0 + Double($1) * Double($1) }
        return (sum / Double(samples.count)).squareRoot() / 32768
    }
}
