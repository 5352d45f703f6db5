// Made from plugin.toml by navbus control settings: change plugin.toml instead.
// swift-format-ignore-file
import NavigationControl

/// The section `[link]` of the configuration.
struct LinkSettings: Hashable, Sendable {
    /// The values of `role`.
    enum RoleChoice: String, CaseIterable, Sendable {
        /// It guides the sessions of its share of the partitions on its bus.
        case worker
        /// It takes the requests of vehicles into the log.
        case gateway
        /// It is a worker and a gateway.
        case both
        /// It shows the session of its bus to the fleet, which does not guide it.
        case vehicle
    }

    /// Task of this machine in the fleet. One of: `worker`, `gateway`, `both`, `vehicle`.
    var role = RoleChoice.worker
    /// Addresses of the NATS servers, without secrets.
    var servers = ["nats://127.0.0.1:4222"]
    /// Name of the worker, unique in the fleet; empty for the name of the machine.
    var name = ""
    /// Copies of the log and the buckets in the cluster: 1 for one server, 3 for three. Range: 1 to 5.
    var replicas = 1
    /// Age in hours at which inputs leave the log; a session must not be older. Range: 0.1 to 720.
    var keptHours = 24.0
    /// Maximum size of the log in megabytes, on each server that has a copy. Range: 16 to 1048576.
    var logMegabytes = 1024
    /// Minutes after which the state of a session is stored, so that a takeover repeats only later inputs. Range: 0.05
    /// to 1440.
    var checkpointMinutes = 5.0
    /// File with the credentials for the servers; empty if they need none.
    var credentials = ""
    /// File with the NKey of this machine, its seed and its public key as nk -gen user -pubout prints them; empty for
    /// none.
    var nkey = ""
    /// File with the certificates of the authorities for TLS; empty for those of the system, or without TLS.
    var authority = ""
    /// File with the certificate of this machine for TLS; empty if the servers require none.
    var certificate = ""
    /// File with the key of the certificate.
    var key = ""
    /// Address and port at which a gateway takes positions of trackers over HTTP, such as 127.0.0.1:5055; empty for
    /// none.
    var trackers = ""
    /// File with the token that trackers need over HTTP; empty for none, which is possible only on this machine.
    var trackerTokenFile = ""

    /// The default settings.
    init() {}

    /// Reads the section.
    ///
    /// - Throws: ``SettingsError`` for a value of the wrong type or outside its range.
    init(_ settings: Settings) throws(SettingsError) {
        role = try settings.choice("role", default: role)
        servers = try settings.paths("servers", default: servers)
        name = try settings.text("name", default: name)
        replicas = try settings.integer("replicas", default: replicas, in: 1...5)
        keptHours = try settings.number("keptHours", default: keptHours, in: 0.1...720)
        logMegabytes = try settings.integer("logMegabytes", default: logMegabytes, in: 16...1048576)
        checkpointMinutes = try settings.number("checkpointMinutes", default: checkpointMinutes, in: 0.05...1440)
        credentials = try settings.path("credentials", default: credentials)
        nkey = try settings.path("nkey", default: nkey)
        authority = try settings.path("authority", default: authority)
        certificate = try settings.path("certificate", default: certificate)
        key = try settings.path("key", default: key)
        trackers = try settings.text("trackers", default: trackers)
        trackerTokenFile = try settings.path("trackerTokenFile", default: trackerTokenFile)
    }
}
