import Glibc
import NATS
import NavigationControl
import Platform

/// The options of all commands of a fleet: its servers, and the identity of the operator.
enum FleetOptions {
    static let options: Set<String> = [
        "--server", "--credentials", "--nkey", "--authority", "--certificate", "--key", "--wait",
    ]

    /// The lines of the help about these options.
    static let help = """
          --server URL[,URL]…   NATS servers; default: NAVBUS_NATS, else \(LinkSettings().servers.joined(separator: ","))
          --credentials FILE    credentials (.creds) for the servers
          --nkey FILE           NKey: the seed and the public key
          --authority FILE      certificates of the authorities for TLS
          --certificate FILE    certificate of this machine for TLS, with --key
          --key FILE            key of the certificate; the files also come from NAVBUS_NATS_CREDENTIALS, NAVBUS_NATS_NKEY, …
        """

    /// Connects to the servers.
    static func connection(_ words: CommandArguments) throws -> NATSConnection {
        var settings = LinkSettings()
        let servers = given("server", words, "NAVBUS_NATS")
        if !servers.isEmpty { settings.servers = servers.split(separator: ",").map(String.init) }
        settings.credentials = given("credentials", words)
        settings.nkey = given("nkey", words)
        settings.authority = given("authority", words)
        settings.certificate = given("certificate", words)
        settings.key = given("key", words)
        return try NATSConnection(settings.connection())
    }

    /// The value of an option, else of its variable; empty if there is none.
    private static func given(_ option: String, _ words: CommandArguments, _ variable: String? = nil) -> String {
        let variable = variable ?? "NAVBUS_NATS_\(option.uppercased())"
        return words.text("--\(option)") ?? getenv(variable).map { String(cString: $0) } ?? ""
    }
}

/// Why a command about a fleet cannot be carried out. The description completes "failed to …".
enum FleetCommandError: Error, Sendable, Hashable, CustomStringConvertible {
    /// No worker or gateway answers.
    case nobodyAnswers(name: String?)
    /// It has not left within the time.
    case stillThere(name: String, seconds: Double)

    var description: String {
        switch self {
        case .nobodyAnswers(nil): "find a worker or a gateway; start one with navbus fleet up"
        case .nobodyAnswers(let name?): "find \"\(name)\"; navbus fleet status lists the workers and gateways"
        case .stillThere(let name, let seconds):
            "drain \"\(name)\" within \(Int(seconds)) s; it continues, see navbus fleet status"
        }
    }

    /// Writes why a command failed to standard error, and returns the exit code for it.
    static func report(_ error: any Error) -> ExitStatus {
        switch error {
        case is CommandArguments.Problem: return .reporting(error)
        case FleetCommandError.stillThere:
            complain("failed to \(error)")
            return .internalError
        case is SettingsError:
            complain("failed to \(error)")
            return .configuration
        case NATSError.permission, NATSError.authentication:
            complain("failed to \(error)")
            return .refused
        case is NATSError, is FleetCommandError:
            complain("failed to \(error)")
            return .unavailable
        default: return .reporting(error)
        }
    }
}
