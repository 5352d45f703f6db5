import EventBus
import NavigationEvents
import NavigationLoop
import Routes
import Supervisor
import TOML

/// What `navbus run` is told to do: a configuration file, read and checked.
struct Profile {
    /// The file it came from.
    var file: String
    /// Manifest ids of the controls to start.
    var controls: [String]
    /// The bus's own settings.
    var bus: BusSettings
    /// Where positions come from; `nil` if the bus only waits for requests.
    var source: SourcePlan?
    /// The route to start with.
    var route: RouteSettings?
    /// Guidance's settings.
    var guidance: GuidanceTiming
    /// How much the bus keeps, and where; without a folder in the run folder.
    var journal = JournalSettings()
    /// Who else may come to the bus.
    var access = AccessSettings()
    /// How many sessions may be opened while it runs.
    var mostSessions = BusLimits.largestMostSessions
    /// How controls are watched and started again.
    var supervision = SupervisionSettings()
    /// The file that keeps what people are told; `nil`: none.
    var log: LogSettings?
    /// The recording that is made of the run; `nil`: none.
    var record: RecordSettings?
    /// Where the metrics are served; `nil`: nowhere.
    var metricsListen: String?
    /// The file of the token of the metrics; `nil`: that in the run folder.
    var metricsTokenFile: String?
    /// Whether the metrics take a token.
    var hasMetricsToken = true
    /// The sections of controls, by manifest id, as written: keys of nested tables are joined by dots.
    var controlSections: [String: ControlSection]

    /// The bus's own settings: section `[bus]`.
    struct BusSettings {
        var session: Session = .main
        /// ZeroMQ endpoints; `nil`: sockets in the run folder.
        var requestsEndpoint: String?
        var eventsEndpoint: String?
    }

    /// The route to start with: section `[route]`.
    struct RouteSettings {
        var path: String
        var provider: RouteProvider?
        /// Which of the document's alternatives, from 0.
        var alternative = 0
    }

    /// How controls are watched and started again: section `[supervision]`.
    struct SupervisionSettings {
        var patience = ControlWatch.Patience()
        /// How long a control may take to end.
        var stopSeconds = 5.0
        var restart = RestartPolicy.Settings()
    }

    /// The file that keeps what people are told: section `[log]`.
    struct LogSettings {
        var path: String
        /// A file of this size gives way to a new one.
        var megabytes = 8
        /// How many former files are kept.
        var keep = 3
        /// How its lines are written; `nil`: like those that are shown.
        var format: LogFormat?
    }

    /// The recording that is made of the run: section `[record]`.
    struct RecordSettings {
        var path: String
        var rotateMegabytes: Int?
        var rotateMinutes: Int?
    }

    /// One control's section.
    struct ControlSection {
        var values: [String: SettingValue]
        /// Where each value stands in the file.
        var places: [String: SourcePlace]
    }
}
