public import NavigationEvents
import Platform

/// Reads routes from the answer of a routing engine or from a GPX file.
///
/// ```swift
/// let routes = try RouteDocument.read(bytes)   // the route, then its alternatives
/// ```
///
/// The sources of each property; other properties stay unknown:
///
/// | | Valhalla | OSRM | Valhalla in the OSRM format | Mapbox | GraphHopper | GPX |
/// |---|---|---|---|---|---|---|
/// | maneuvers | types 0–43 | type, modifier | the same | the same | sign, ramps from road classes | bends of the line |
/// | driving side | by the sense of roundabouts and U-turns | each step | each step | each step | country, roundabouts, U-turns | – |
/// | road names, numbers | yes | yes | yes | yes | yes | – |
/// | instruction text | yes | – | yes | yes | yes | – |
/// | lanes | before each maneuver | yes | yes | yes | – | – |
/// | signposts | yes | yes | yes | yes | yes | – |
/// | exit numbers | yes | yes | yes | yes | junction name | – |
/// | exit counts of roundabouts | yes | yes | yes | yes | yes | – |
/// | exit angles | bearings | bearings | bearings, degrees | bearings, degrees | turn angle | – |
/// | arms of roundabouts | – | intersections | intersections | intersections | – | – |
/// | tunnels | – | class | class | class, tunnel name | road environment | – |
/// | ferries | types 28, 29 | mode | mode | mode, class | sign, road environment | – |
/// | borders | – | – | countries | countries | country | – |
/// | motorways | entered and left | class | class | class | road class | – |
/// | motorroads | – | class, if the profile has one | – | – | – | – |
/// | end of road | – | type | type | type | – | – |
/// | streets that could be confused with a turn | – | intersections | intersections | intersections | – | – |
/// | side of the destination | yes | yes | yes | yes | – | – |
/// | speed limits | – | annotation | annotation | annotation | limits, also estimated ones | – |
/// | stopovers | breaks | waypoints | waypoints | waypoints | vias | named route points, waypoints near the line |
/// | travel mode | yes | yes | yes | yes | – | type of the track, else its speed |
/// | durations | yes | yes | yes | yes | yes | times of the track, else by travel mode |
///
/// GraphHopper sends road classes, road environments, countries and limits only on request: `details=road_class`,
/// `road_class_link`, `road_environment`, `country`, `max_speed`, `max_speed_estimated`.
public struct RouteDocument {
    /// Maximum size of a document, bytes.
    public static let maxByteCount = 64 << 20
    /// Maximum number of points of a route.
    public static let maxPointCount = 2_000_000

    /// Reads a document.
    ///
    /// - Parameters:
    ///   - bytes: the unchanged JSON answer of the engine, or the GPX file.
    ///   - provider: the format; detected from the document if `nil`. ``RouteProvider/mapbox`` accepts any answer in
    ///     the OSRM format, ``RouteProvider/osrm`` those of Mapbox too.
    ///   - travelMode: the travel mode of documents that name none: GPX and GraphHopper.
    /// - Returns: the route, then its alternatives; at least one. ``Route/id`` consists of the provider, a hash of the
    ///   document and the number of the route in it: the same document always has the same ids.
    /// - Throws: ``RouteError``, also if the document is a refusal by the engine.
    public static func read(
        _ bytes: [UInt8], provider: RouteProvider? = nil, travelMode: TravelMode? = nil
    ) throws(RouteError) -> [Route] {
        guard bytes.count <= maxByteCount else {
            throw .tooLarge(what: "bytes", count: bytes.count, limit: maxByteCount)
        }
        let provided = try ProviderAnswer.routes(in: bytes, asked: provider, travelMode: travelMode)
        let hash = FNVHash.of(bytes).hexadecimal
        let family = provider == .gpxLine ? RouteProvider.gpxLine.rawValue : nil
        var routes: [Route] = []
        for (number, one) in provided.enumerated() {
            routes.append(try one.route(id: "\(family ?? one.provider)-\(hash)-\(number)"))
        }
        return routes
    }
}
