import EventBus
package import NavigationEvents
import Routes
import Supervisor
import TOML

/// The contents of a configuration file for `navbus run`, checked.
package struct RunConfiguration {
    /// The path of the configuration file.
    package var file: String
    /// Manifest ids of the controls to start.
    var controls: [String]
    /// The settings of the bus itself.
    var bus: BusSettings
    /// The source of positions; `nil` if the bus only waits for requests.
    var source: SourcePlan?
    /// The route to start with.
    var route: RouteSettings?
    /// The settings of guidance.
    var guidance: GuidanceTiming
    /// Whether time passes in opened sessions only with their requests.
    var passesTimeWithPositions = false
    /// The size and folder of the journal; without a folder, the run folder is used.
    var journal = JournalSettings()
    /// The permissions of other users and machines.
    var access = AccessSettings()
    /// The most sessions that may be opened while the bus runs.
    var maxSessions = BusLimits.maxOpenedSessions
    /// The timeouts and restarts of controls.
    package var supervision = SupervisionSettings()
    /// The log file; `nil` without one.
    var log: LogSettings?
    /// The recording of the run; `nil` without one.
    var record: RecordSettings?
    /// The address of the metrics server; `nil` without one.
    var metricsListen: String?
    /// The file with the token of the metrics; `nil` for that in the run folder.
    var metricsTokenFile: String?
    /// Whether the metrics require a token.
    var hasMetricsToken = true
    /// The sections of controls, by manifest id, as written: keys of nested tables are joined by dots.
    var controlSections: [String: ControlSection]

    /// The settings of the bus itself: section `[bus]`.
    package struct BusSettings {
        package var session: Session = .main
        /// The id of the control whose program is the bus instead of `navbus-bus`; `nil` for guidance by this machine.
        package var program: String?
        /// The ZeroMQ endpoints; `nil` for sockets in the run folder.
        var requestsEndpoint: String?
        var eventsEndpoint: String?
    }

    /// The route to start with: section `[route]`.
    struct RouteSettings {
        var path: String
        var provider: RouteProvider?
        /// Which route of the file, counted from 0.
        var alternative = 0
    }

    /// The timeouts and restarts of controls: section `[supervision]`.
    package struct SupervisionSettings {
        var timeouts = ControlMonitor.Timeouts()
        /// The time that a control has to end after SIGTERM.
        package var stopSeconds = 5.0
        var restart = RestartPolicy.Settings()
    }

    /// The log file: section `[log]`.
    struct LogSettings {
        var path: String
        /// The size at which the file is rotated.
        var megabytes = 8
        /// How many rotated files are kept.
        var keep = 3
        /// The format of its lines; `nil` for that of the output.
        var format: LogFormat?
    }

    /// The recording of the run: section `[record]`.
    struct RecordSettings {
        var path: String
        var rotateMegabytes: Int?
        var rotateMinutes: Int?
    }

    /// The section of a control.
    struct ControlSection {
        var values: [String: SettingValue]
        /// The line and column of each value in the file.
        var locations: [String: FilePosition]
    }
}

extension RunConfiguration {
    /// The keys of the sections that describe a drive, for completion: `source.kind`, `route.path` and so on.
    package static var driveKeys: [String] {
        ConfigurationReader.sourceKeys.map { "source.\($0)" } + ConfigurationReader.routeKeys.map { "route.\($0)" }
    }
}
