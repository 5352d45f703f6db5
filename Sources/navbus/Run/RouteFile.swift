import NavigationEvents
import Routes
import Supervisor
import TOML

/// Reads a route from a file, with an error that names the file.
enum RouteFile {
    /// The route; `alternative` counts from 0.
    static func read(_ path: String, provider: RouteProvider? = nil, alternative: Int = 0) throws -> Route {
        let bytes = try TextFile.bytes(path)
        let routes: [Route]
        do {
            routes = try RouteDocument.read(bytes, provider: provider)
        } catch {
            throw ConfigurationError(file: path, text: "failed to \(error)")
        }
        guard routes.indices.contains(alternative) else {
            throw ConfigurationError(
                file: path,
                text: "has \(routes.count) route(s); there is no alternative \(alternative) (they count from 0)")
        }
        return routes[alternative]
    }
}
