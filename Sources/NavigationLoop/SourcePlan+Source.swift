package import NavigationEvents
package import Positions

extension SourcePlan {
    /// Makes the planned source; it opens nothing yet.
    ///
    /// - Parameters:
    ///   - route: The route of a simulated drive.
    ///   - start: The time of its first fix; `nil` for ``startTime``.
    /// - Returns: `nil` if a simulated drive has no route.
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
        }
    }
}
