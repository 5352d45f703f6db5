import NavigationEvents
import Positions
import Supervisor

extension SourceSettings {
    /// Opens nothing yet: makes the source that these settings describe.
    ///
    /// - Parameter route: the route a simulated drive follows.
    func makeSource(route: Route?, file: String) throws -> any PositionSource {
        switch kind {
        case .gpsd:
            return GPSDSource(host: host, port: port)
        case .nmea:
            let path = try requiredPath(file)
            return isRecorded ? NMEASource(file: path, pace: pace) : NMEASource(serialLine: path, baudRate: baud)
        case .gpx:
            return GPXSource(file: try requiredPath(file), pace: pace)
        case .simulate:
            guard let route else {
                throw ConfigurationError(file: file, text: "source.kind \"simulate\" needs a [route] to drive along")
            }
            let settings = SimulatedDrive.Settings(noiseMeters: noiseMeters, rateHertz: rateHertz, seed: seed)
            return SimulatedDrive(route: route, settings: settings, pace: pace)
        }
    }

    private func requiredPath(_ file: String) throws -> String {
        guard let path else { throw ConfigurationError(file: file, text: "source.path is missing") }
        return path
    }
}
