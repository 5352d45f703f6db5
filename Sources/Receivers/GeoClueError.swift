import DBus

/// The reason why GeoClue gives no positions, and the remedy.
struct GeoClueError: Error, Hashable {
    /// The step that failed.
    enum Step { case connect, client, start, location }

    var reason: String
    var remedy: String
    /// Whether no attempt was made, because GeoClue or its bus does not exist.
    var isMissing = false

    private static let install =
        "install it (sudo apt-get install geoclue-2.0), or choose another source (--set source.kind=gpsd)"
    private static let agent =
        "start an agent as this user (/usr/libexec/geoclue-2.0/demos/agent on Debian; a desktop has one), and permit the "
        + "use of the position"
    private static let permit =
        "permit it in the privacy settings of the desktop, or add the lines [navbus], allowed=true, system=true and users= "
        + "to /etc/geoclue/geoclue.conf and restart GeoClue (sudo systemctl restart geoclue)"

    private init(_ reason: String, remedy: String, isMissing: Bool = false) {
        (self.reason, self.remedy, self.isMissing) = (reason, remedy, isMissing)
    }

    /// Explains an error of D-Bus at a step.
    init(_ error: DBusError, at step: Step) {
        switch error {
        case .bus(let reason) where step == .connect:
            self.init(
                "the system bus cannot be reached (\(reason))",
                remedy: "start D-Bus (sudo apt-get install dbus), or choose another source (--set source.kind=gpsd)",
                isMissing: true)
        case _ where error.isServiceMissing:
            self.init("it is not installed", remedy: Self.install, isMissing: true)
        case .answer("org.freedesktop.DBus.Error.AccessDenied", _):
            self.init("it denies access to navbus", remedy: Self.permit)
        // GeoClue answers the request for a client after an agent has come.
        case .timeout where step == .client: self.init("it waits for an agent of this user", remedy: Self.agent)
        case .timeout where step == .start:
            self.init("its agent has not permitted the use of the position", remedy: Self.agent)
        default: self.init("\(error)", remedy: "check it (systemctl status geoclue)")
        }
    }

    /// GeoClue has ended; it is started again on demand.
    static let ended = GeoClueError("it has ended", remedy: "check it (systemctl status geoclue)")

    /// GeoClue has no source of exact positions.
    static let inexact = GeoClueError(
        "it has no exact source, such as the satellite receiver of a modem",
        remedy: "choose it with source.kind = \"geoclue\" if inexact positions are enough")
}
