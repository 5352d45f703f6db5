import NavigationEvents

/// Encodes the smoothed position of a fix as foxglove.LocationFix, for the maps of other tools.
enum LocationFix {
    static let schemaName = "foxglove.LocationFix"

    static func bytes(of fix: Fix) -> [UInt8] {
        var writer = ProtobufBytes()
        writer.double(1, fix.smoothedPosition.latitudeDegrees)
        writer.double(2, fix.smoothedPosition.longitudeDegrees)
        writer.double(3, fix.altitudeMeters ?? 0)
        if let accuracy = fix.horizontalAccuracyMeters {
            // The radius that contains 68 % of the positions in a plane is 1.51 standard deviations of one axis.
            let variance = accuracy * accuracy / (1.51 * 1.51)
            writer.doubles(4, [variance, 0, 0, 0, variance, 0, 0, 0, 0])
            writer.number(5, 1)
        }
        let (seconds, nanoseconds) = fix.time.nanosecondsSinceEpoch.flooredSeconds
        writer.message(6) {
            $0.number(1, UInt64(bitPattern: seconds))
            $0.number(2, UInt64(nanoseconds))
        }
        writer.text(7, "gps")
        writer.double(10, ifPresent: fix.headingDegrees.map { $0 * .pi / 180 })
        writer.double(101, ifPresent: fix.headingAccuracyDegrees.map { ($0 * .pi / 180) * ($0 * .pi / 180) })
        writer.double(102, ifPresent: fix.speedMetersPerSecond)
        writer.double(103, ifPresent: fix.courseDegrees.map { $0 * .pi / 180 })
        return writer.bytes
    }
}

extension Int64 {
    /// Whole seconds, rounded down, and the remaining nanoseconds, which are never negative.
    fileprivate var flooredSeconds: (Int64, Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: 1_000_000_000)
        return remainder < 0 ? (quotient - 1, remainder + 1_000_000_000) : (quotient, remainder)
    }
}
