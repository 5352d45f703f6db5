import Maps
import Platform

/// The answer to a request.
enum RequestDecision: Hashable, Sendable {
    /// The page.
    case page
    /// The state, now and after each change.
    case events
    /// The line of the route with this number.
    case route(Int)
    /// The sound of this utterance.
    case spoken(UtteranceID)
    /// The picture of the page that this reading shows.
    case picture(UtteranceID)
    /// The address of the map, or the reason why there is none.
    case map
    /// A tile of the map with this version.
    case tile(String, TileID)
    /// MapLibre in this version.
    case mapScript(String)
    /// The health check.
    case health
    /// The body is a position of a phone.
    case position
    /// The body is an operation on the drive.
    case drive(DriveOperation.Name)
    /// The permission for a page of another origin.
    case preflight
    /// The cookie, and a redirect to the page.
    case login
    /// An HTTP status with a reason and a remedy.
    case refusal(Int, String)

    /// The maximum size of the body of a request; `nil` if it has none.
    var maxBodyBytes: Int? {
        switch self {
        case .position: PhoneReceiver.maxBodyBytes
        case .drive: DriveOperation.maxBodyBytes
        default: nil
        }
    }

    /// The answer for a path.
    init(path: String) {
        self =
            switch path {
            case "/": .page
            case "/events": .events
            case "/health": .health
            case "/map.json": .map
            default: Self.numbered(path) ?? .refusal(404, "This address does not exist; the page is at /.")
            }
    }

    private static func numbered(_ path: String) -> RequestDecision? {
        if let text = text(of: path, between: "/route/", and: ".json"), let number = Int(text), String(number) == text {
            return number < 0 ? nil : .route(number)
        }
        if let rest = text(of: path, between: "/map/", and: "") { return mapFile(rest) }
        if let id = text(of: path, between: "/picture/", and: "").flatMap({ UtteranceID($0) }) { return .picture(id) }
        return text(of: path, between: "/spoken/", and: ".wav").flatMap { UtteranceID($0) }.map(RequestDecision.spoken)
    }

    /// The file of a path below `/map`: `VERSION/maplibre-gl.js` or `VERSION/ZOOM/X/Y.pbf`.
    private static func mapFile(_ path: Substring) -> RequestDecision? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        if parts.count == 2, parts[1] == PageMap.scriptName { return .mapScript(String(parts[0])) }
        guard parts.count == 4, parts[3].hasSuffix(".pbf"), let zoom = Int(parts[1]), let x = Int(parts[2]),
            let y = Int(parts[3].dropLast(4)), (0...30).contains(zoom), x >= 0, y >= 0
        else { return nil }
        return .tile(String(parts[0]), TileID(zoom: zoom, x: x, y: y))
    }

    private static func text(of path: String, between prefix: String, and suffix: String) -> Substring? {
        guard path.hasPrefix(prefix), path.hasSuffix(suffix), path.utf8.count > prefix.utf8.count + suffix.utf8.count
        else { return nil }
        return path.dropFirst(prefix.count).dropLast(suffix.count)
    }
}
