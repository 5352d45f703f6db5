package import NavigationEvents
package import Routes
import Supervisor
import TOML

/// Reads routes from files.
package enum RouteFile {
    /// Reads a route; errors name the file.
    ///
    /// - Parameters:
    /// - path: The path of the file.
    /// - provider: The format; detected if `nil`.
    /// - alternative: Which route of the file, counted from 0.
    package static func read(_ path: String, provider: RouteProvider? = nil, alternative: Int = 0) throws -> Route {
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
