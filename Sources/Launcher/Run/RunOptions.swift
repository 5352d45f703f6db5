package import NavigationEvents

/// The options of a run, which override its configuration file.
package struct RunOptions {
    /// A routing server, and its kind.
    package struct RoutingServer {
        /// Its address, such as `http://127.0.0.1:8002`.
        var address: String
        /// Its kind; `nil` if the router detects it.
        var engine: String?

        /// Names a server.
        package init(address: String, engine: String? = nil) {
            self.address = address
            self.engine = engine
        }
    }

    /// How fast a recording is replayed; `nil` for the pace of the configuration.
    package var pace: ReplayPace?
    /// Settings in the form `section.key=value`.
    package var overrides: [String]
    /// The folder for the sockets of the bus; `nil` for the standard one.
    package var runFolder: String?
    /// The format of the output.
    package var logFormat: LogFormat
    /// The server that the control with the role router queries. That control runs even if the configuration does not
    /// name it.
    package var routingServer: RoutingServer?

    /// Makes options; those that are left out override nothing.
    package init(
        pace: ReplayPace? = nil, overrides: [String] = [], runFolder: String? = nil, logFormat: LogFormat = .text,
        routingServer: RoutingServer? = nil
    ) {
        self.pace = pace
        self.overrides = overrides
        self.runFolder = runFolder
        self.logFormat = logFormat
        self.routingServer = routingServer
    }
}
