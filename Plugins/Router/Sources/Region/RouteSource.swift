import Regions

/// The source of routes that `router.url` names.
enum RouteSource: Hashable, Sendable {
    /// A routing server.
    case server(ServerAddress)
    /// The Valhalla of the offline region with this name.
    case region(RegionName)
    /// The Valhalla of an offline region around all positions of a request; without such a region the server at
    /// ``usualServer``.
    case automatic

    /// The address of a server with the usual port of Valhalla.
    static let usualServer = "http://127.0.0.1:8002"
    private static let regionPrefix = "region:"

    /// Reads `auto`, `region:NAME` or an address.
    init(_ text: String) throws(ServerAddress.Problem) {
        if text == "auto" {
            self = .automatic
        } else if text.hasPrefix(Self.regionPrefix) {
            do throws(RegionError) {
                self = .region(try RegionName(String(text.dropFirst(Self.regionPrefix.count))))
            } catch {
                throw ServerAddress.Problem(reason: "\(error)")
            }
        } else {
            self = .server(try ServerAddress(text))
        }
    }
}
