import Glibc
import NavigationEvents
import Supervisor
package import TOML

extension SourcePlan {
    /// Checks the source before any process is started. A recording must exist; a receiver may be connected later.
    package func check(file: String, hasRoute: Bool) throws(ConfigurationError) {
        switch kind {
        case .gpsd, .geoclue, .http, .auto: break
        case .simulate:
            guard hasRoute else {
                throw ConfigurationError(file: file, text: "source.kind \"simulate\" needs a [route] to drive along")
            }
        case .nmea, .gpx:
            guard let path else { throw ConfigurationError(file: file, text: "source.path is missing") }
            if isRecorded, access(path, R_OK) != 0 {
                throw ConfigurationError(
                    file: path, text: "cannot be read: \(String(cString: strerror(errno)))", isAboutAccess: true)
            }
            // The end of a recording is the end of the run; a receiver is awaited.
            var status = stat()
            if isRecorded, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFCHR {
                throw ConfigurationError(
                    file: path,
                    text: "is a device; give its path below /dev as source.path, so that it is used as a receiver",
                    isAboutAccess: true)
            }
        }
    }
}
