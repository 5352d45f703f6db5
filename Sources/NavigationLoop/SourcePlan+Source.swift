import NavigationEvents
import Positions

extension SourcePlan {
    /// Makes the source that is planned; it opens nothing yet.
    ///
    /// - Parameters:
    ///   - route: The route a simulated drive follows.
    ///   - start: When its first fix is; `nil` for the usual time.
    /// - Returns: `nil` if there is no route to simulate a drive along.
    func makeSource(route: Route?, start: Timestamp?) -> (any PositionSource)? {
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
            if let start { settings.start = start }
            return SimulatedDrive(route: route, settings: settings, pace: pace)
        }
    }
}
