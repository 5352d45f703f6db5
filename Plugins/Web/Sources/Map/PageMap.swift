import Glibc
import HTTPServer
import Maps
import NavigationEvents
import Pictures
import Platform
import Synchronization

/// The map of the page: the tiles of a file, and MapLibre, which draws them in the browser.
final class PageMap: Sendable {
    /// The reason for which the page has no map.
    private enum Problem: String {
        case noLibrary, noRegion, damaged
    }

    /// An open file of tiles.
    private struct OpenFile {
        var path: String
        var version: FileVersion
        var tiles: MBTiles
    }

    private struct State {
        /// The present file, and the one before, whose tiles a page may still request.
        var files: [OpenFile] = []
        /// The problems that were reported.
        var reported: Set<String> = []
    }

    static let scriptName = "maplibre-gl.js"
    /// An address contains the version of its file, so its content never changes.
    private static let caching = [("Cache-Control", "private, max-age=604800, immutable")]

    private let choice: MapChoice
    private let scriptPath: String?
    private let report: @Sendable (String) -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - choice: The map to show.
    ///   - page: The folder of the page, beside which MapLibre is installed; in a checkout it is in `.build`.
    ///   - report: Reports a problem, once for each file.
    init(_ choice: MapChoice, page: PageFolder, report: @escaping @Sendable (String) -> Void) {
        (self.choice, self.report) = (choice, report)
        let folders = ["\(page.path)/../MapLibre", "\(page.path)/../../../.build/maplibre"]
        scriptPath = folders.map { "\($0)/\(Self.scriptName)" }.first { access($0, R_OK) == 0 }
    }

    /// The addresses of the tiles and of MapLibre for the page, or the problem.
    ///
    /// - Parameter position: The position, for the choice of a region.
    func info(at position: Coordinate?) -> JSONText {
        guard let path = choice.path(at: position), let version = FileVersion(path: path) else {
            return Self.info(choice.isSet ? .damaged : .noRegion)
        }
        guard let script = scriptPath.flatMap(FileVersion.init) else { return Self.info(.noLibrary) }
        return state.withLock { state in
            guard let tiles = open(path, version, &state) else { return Self.info(.damaged) }
            return [
                "problem": .null, "script": .string("/map/\(script.text)/\(Self.scriptName)"),
                "tiles": .string("/map/\(version.text)/{z}/{x}/{y}.pbf"),
                "minZoom": .integer(tiles.zooms.lowerBound), "maxZoom": .integer(tiles.zooms.upperBound),
                "bounds": Self.bounds(tiles.metadata("bounds")),
                "attribution": .string(Self.attribution(tiles.metadata("attribution"))),
            ]
        }
    }

    /// The response with a tile; without content, if the map does not have it or it is damaged.
    func tile(_ version: String, _ id: TileID) -> HTTPReply {
        state.withLock { state in
            guard let file = state.files.first(where: { $0.version.text == version }) else {
                return HTTPReply(refusing: 404, "The map has changed; /map.json has its address.")
            }
            do throws(MapError) {
                guard let bytes = try file.tiles.checkedTile(id) else { return Self.empty }
                let isCompressed = bytes.starts(with: [0x1F, 0x8B])
                return HTTPReply(
                    "application/x-protobuf", .bytes(bytes),
                    headers: Self.caching + (isCompressed ? [("Content-Encoding", "gzip")] : []))
            } catch {
                let place = "\(id.zoom)/\(id.x)/\(id.y)"
                note("failed to show the tile \(place) of \(file.path): \(error)", of: version, &state)
                return Self.empty
            }
        }
    }

    /// The response with MapLibre.
    func script(_ version: String) -> HTTPReply {
        guard let scriptPath, let present = FileVersion(path: scriptPath), present.text == version else {
            return HTTPReply(refusing: 404, "MapLibre has changed; /map.json has its address.")
        }
        let descriptor = Glibc.open(scriptPath, O_RDONLY | O_CLOEXEC)
        var status = stat()
        guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
            return HTTPReply(refusing: 404, "MapLibre cannot be read.")
        }
        return HTTPReply(
            "text/javascript; charset=utf-8", .file(descriptor, 0..<UInt64(status.st_size)), headers: Self.caching)
    }

    private static var empty: HTTPReply {
        HTTPReply("application/x-protobuf", .bytes([]), status: 204, headers: caching)
    }

    /// The tiles of a file, which is opened if it is not open in this version.
    private func open(_ path: String, _ version: FileVersion, _ state: inout State) -> MBTiles? {
        if let known = state.files.first(where: { $0.version == version && $0.path == path }) { return known.tiles }
        do throws(MapError) {
            let tiles = try MBTiles(path: path)
            state.files = [OpenFile(path: path, version: version, tiles: tiles)] + state.files.prefix(1)
            return tiles
        } catch {
            note("failed to \(error); the page shows no map", of: version.text, &state)
            return nil
        }
    }

    /// Reports a problem of a file, unless one was reported.
    private func note(_ text: String, of version: String, _ state: inout State) {
        if state.reported.insert(version).inserted { report(text) }
    }

    private static func info(_ problem: Problem) -> JSONText { ["problem": .string(problem.rawValue)] }

    /// The text that must be shown: that of the file, if it has one.
    private static func attribution(_ text: String?) -> String {
        guard let text, !text.isEmpty else { return "© OpenStreetMap contributors" }
        return text.displayable
    }

    /// West, south, east and north; null unless the text has four sensible numbers.
    private static func bounds(_ text: String?) -> JSONText {
        let numbers = (text ?? "").split(separator: ",").compactMap { Double($0.filter { $0 != " " }) }
        guard numbers.count == 4, numbers[0] < numbers[2], numbers[1] < numbers[3], numbers.allSatisfy(\.isFinite),
            numbers[0] >= -180, numbers[2] <= 180, numbers[1] >= -90, numbers[3] <= 90
        else { return .null }
        return .array(numbers.map(JSONText.number))
    }
}
