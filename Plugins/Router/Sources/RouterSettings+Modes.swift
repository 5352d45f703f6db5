import NavigationControl
import NavigationEvents

extension RouterSettings {
    /// Maximum number of requests that wait while all connections are busy.
    static let maxWaiting = 1024

    /// Checks what the manifest cannot declare: the addresses.
    func check() throws(SettingsError) {
        for (key, text) in [("url", url), ("urls.bicycle", urls.bicycle), ("urls.foot", urls.foot)] {
            if text.isEmpty, key != "url" { continue }
            do {
                _ = try ServerAddress(text)
            } catch {
                throw .invalid(key: key, value: "\"\(ServerAddress.withoutSecrets(text))\"", reason: error.reason)
            }
        }
    }

    /// The engine of the server; `nil` if it is to be detected.
    var knownEngine: Engine? { Engine(rawValue: engine.rawValue) }

    /// The address of the server for a mode.
    func url(for mode: TravelMode) -> String {
        let own =
            switch mode {
            case .bicycle: urls.bicycle
            case .foot: urls.foot
            default: ""
            }
        return own.isEmpty ? url : own
    }

    /// The name of a mode at an engine.
    func profile(_ mode: TravelMode, of engine: Engine) -> String {
        let own =
            switch mode {
            case .bicycle: profiles.bicycle
            case .foot: profiles.foot
            default: profiles.car
            }
        guard own.isEmpty else { return own }
        return switch (engine, mode) {
        case (.valhalla, .bicycle): "bicycle"
        case (.valhalla, .foot): "pedestrian"
        case (.valhalla, _): "auto"
        case (.graphhopper, .bicycle): "bike"
        case (.graphhopper, .foot): "foot"
        case (.graphhopper, _): "car"
        case (_, .bicycle): "cycling"
        case (_, .foot): "walking"
        case (_, _): "driving"
        }
    }
}
