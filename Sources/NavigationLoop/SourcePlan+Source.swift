package import NavigationEvents
package import Positions

/// Makes a planned source, for the route of a simulated drive and the time of its first fix; `nil` if there is none.
package typealias SourceMaker = @Sendable (SourcePlan, Route?, Timestamp?) -> (any PositionSource)?

extension SourcePlan {
    /// Makes the sources that need no further libraries.
    package static let maker: SourceMaker = { $0.makeSource(route: $1, start: $2) }

    /// Makes the planned source; it opens nothing yet.
    ///
    /// - Parameters:
    ///   - route: The route of a simulated drive.
    ///   - start: The time of its first fix; `nil` for ``startTime``.
    /// - Returns: `nil` if a simulated drive has no route, or if the source needs further libraries
    ///   (``NavigationEvents/SourcePlan/needsReceivers``).
    package func makeSource(route: Route?, start: Timestamp?) -> (any PositionSource)? {
        switch kind {
        case .gpsd: return GPSDSource(host: host, port: port)
        case .nmea:
            let path = path ?? ""
            return isRecorded ? NMEASource(file: path, pace: pace) : NMEASource(serialLine: path, baudRate: baud)
        case .gpx: return GPXSource(file: path ?? "", pace: pace)
        case .simulate:
            guard let route else { return nil }
            var settings = SimulatedDrive.Settings(
                speedFactor: speedFactor, noiseMeters: noiseMeters, rateHertz: rateHertz, seed: seed)
            if let start = start ?? startTime { settings.start = start }
            return SimulatedDrive(route: route, settings: settings, pace: pace)
        case .geoclue, .http, .auto: return nil
        }
    }
}
