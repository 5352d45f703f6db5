import NavigationEvents
import Routes
import Supervisor

/// What `navbus run` is told to do: a configuration file, read and checked.
struct Profile {
    /// The file it came from.
    var file: String
    /// Manifest ids of the controls to start.
    var controls: [String]
    /// The bus's own settings.
    var bus: BusSettings
    /// Where positions come from; `nil` if the bus only waits for requests.
    var source: SourceSettings?
    /// The route to start with.
    var route: RouteSettings?
    /// Guidance's settings.
    var guidance: GuidanceTiming
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

    /// One control's section.
    struct ControlSection {
        var values: [String: SettingValue]
        /// Where each value stands in the file.
        var places: [String: SourcePlace]
    }
}
