import Glibc
import Maps
import NavigationEvents
import Pictures

/// Measures the frames of a drive on a map: the vehicle moves and turns with each frame.
struct MapBench {
    private let path: String
    private let start: Coordinate
    private static let frames = 120

    /// Creates a benchmark on a map file, from a position on it.
    init(path: String, start: Coordinate) { (self.path, self.start) = (path, start) }

    func run() throws {
        print("ms of CPU for one frame of a map with route and arrow: median, largest, and the first, with its tiles")
        for (width, height) in [(800, 480), (480, 320)] {
            for zoom in [12.0, 14, 16, 17.5] { try measure(width, height, zoom, .day) }
        }
        for theme in [MapTheme.night, .contrast] { try measure(800, 480, 16, theme) }
        try measure(400, 300, 15, .paper)
        try measure(80, 24, 14, nil)
    }

    /// - Parameter theme: The colours; `nil` for a map of characters.
    private func measure(_ width: Int, _ height: Int, _ zoom: Double, _ theme: MapTheme?) throws {
        var renderer = MapRenderer(tiles: try MapTiles(path: path))
        var times: [Double] = []
        for frame in 0...Self.frames {
            let picture = picture(frame, width, height, zoom, theme ?? .day)
            let begin = Self.milliseconds()
            if theme == nil { _ = try renderer.characters(picture) } else { _ = try renderer.pixels(picture) }
            times.append(Self.milliseconds() - begin)
        }
        let sorted = times.dropFirst().sorted()
        let values = [sorted[sorted.count / 2], sorted[sorted.count - 1], times[0]].map(Self.decimal)
        print("  \(width) × \(height), zoom \(zoom), \(theme?.name ?? "braille"): \(values.joined(separator: "  "))")
    }

    private func picture(
        _ frame: Int, _ width: Int, _ height: Int, _ zoom: Double, _ theme: MapTheme
    ) -> MapPicture {
        // Ten metres and two degrees a frame.
        let place = Self.moved(start, Double(frame) * 9e-5)
        let line = (0..<40).map { Self.moved(place, Double($0 - 10) * 3e-4) }
        let heading = Double(frame) * 2
        return MapPicture(
            width: width, height: height, theme: theme,
            camera: .following(place, zoom: zoom, headingDegrees: heading),
            route: MapRoute(driven: Array(line[...10]), remaining: Array(line[10...])),
            position: MapPosition(place, headingDegrees: heading))
    }

    private static func moved(_ place: Coordinate, _ degrees: Double) -> Coordinate {
        Coordinate(
            latitudeDegrees: place.latitudeDegrees, longitudeDegrees: place.longitudeDegrees + degrees)
    }

    private static func milliseconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1e6
    }

    private static func decimal(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
