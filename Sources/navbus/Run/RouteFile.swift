import NavigationEvents
import Routes
import Supervisor

/// Reads a route from a file, with an error that names the file.
enum RouteFile {
    /// The route; `alternative` counts from 0.
    static func read(_ path: String, provider: String? = nil, alternative: Int = 0) throws -> Route {
        let bytes = try TextFile.bytes(path)
        let routes: [Route]
        do {
            routes = try RouteDocument.read(bytes, provider: try provider.map(Self.provider))
        } catch let error as RouteError {
            throw ConfigurationError(file: path, text: "failed to \(error)")
        }
        guard routes.indices.contains(alternative) else {
            throw ConfigurationError(
                file: path,
                text: "has \(routes.count) route(s); there is no alternative \(alternative) (they count from 0)")
        }
        return routes[alternative]
    }

    private static func provider(_ name: String) throws -> RouteProvider {
        guard let provider = RouteProvider(rawValue: name) else {
            let known = RouteProvider.allCases.map(\.rawValue).joined(separator: ", ")
            throw ConfigurationError(file: "route.provider", text: "there is no provider \"\(name)\"; known: \(known)")
        }
        return provider
    }
}
