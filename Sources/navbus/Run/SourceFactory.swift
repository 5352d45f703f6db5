import Glibc
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
            let path = try readablePath(file)
            return isRecorded ? NMEASource(file: path, pace: pace) : NMEASource(serialLine: path, baudRate: baud)
        case .gpx:
            return GPXSource(file: try readablePath(file), pace: pace)
        case .simulate:
            guard let route else {
                throw ConfigurationError(file: file, text: "source.kind \"simulate\" needs a [route] to drive along")
            }
            let settings = SimulatedDrive.Settings(
                speedFactor: speedFactor, noiseMeters: noiseMeters, rateHertz: rateHertz, seed: seed)
            return SimulatedDrive(route: route, settings: settings, pace: pace)
        }
    }

    /// A recording has to be there; a receiver may be plugged in later.
    private func readablePath(_ file: String) throws -> String {
        guard let path else { throw ConfigurationError(file: file, text: "source.path is missing") }
        if isRecorded, access(path, R_OK) != 0 {
            throw ConfigurationError(
                file: path, text: "cannot be read: \(String(cString: strerror(errno)))", isAboutAccess: true)
        }
        return path
    }
}
