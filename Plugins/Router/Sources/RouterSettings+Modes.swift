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
                _ = try RouteSource(text)
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

    /// The source of the routes for a mode.
    ///
    /// - Throws: ``RouterError/badAddress(_:reason:)``.
    func source(for mode: TravelMode) throws(RouterError) -> RouteSource {
        let text = url(for: mode)
        do throws(ServerAddress.Problem) {
            return try RouteSource(text)
        } catch {
            throw .badAddress(ServerAddress.withoutSecrets(text), reason: error.reason)
        }
    }

    /// The settings for requests of all modes to one server.
    func settings(at address: String, engine: EngineChoice? = nil) -> RouterSettings {
        var settings = self
        (settings.url, settings.urls) = (address, Urls())
        if let engine { settings.engine = engine }
        return settings
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
