import Glibc
import NavigationEvents
import Pictures

/// The Web Mercator projection of a picture. The world is a square of side 1; x is to the east and y to the south.
struct MapProjection {
    /// The size of the picture in pixels.
    let size: SIMD2<Double>
    /// The zoom of the camera, within the allowed range.
    let zoom: Double
    /// The direction that is up, degrees clockwise from north.
    let headingDegrees: Double
    private let center: SIMD2<Double>
    private let anchor: SIMD2<Double>
    /// The pixels of the world's width.
    private let worldPixels: Double
    private let cosine: Double
    private let sine: Double

    /// The world at zoom 0 in points.
    private static let worldPoints = 512.0
    /// The latitude where the square of the world ends.
    private static let maxLatitude = 85.051_128_779_806_6
    /// The maximum number of tiles of a picture. At the zoom levels of the file a picture has a few; far below its first
    /// level, it would have thousands and is empty.
    private static let maxTiles = 64

    init(_ camera: MapCamera, width: Int, height: Int, scale: Double) {
        size = SIMD2(Double(width), Double(height))
        let (low, high) = (MapCamera.zooms.lowerBound, MapCamera.zooms.upperBound)
        zoom = camera.zoom.isFinite ? min(max(camera.zoom, low), high) : low
        let heading = camera.headingDegrees.isFinite ? remainder(camera.headingDegrees, 360) : 0
        headingDegrees = heading
        center = Self.world(camera.center)
        let (x, y) = camera.anchor
        anchor = SIMD2(x.isFinite ? min(max(x, 0), 1) : 0.5, y.isFinite ? min(max(y, 0), 1) : 0.5) * size
        worldPixels = Self.worldPoints * exp2(zoom) * scale
        (cosine, sine) = (cos(heading * .pi / 180), sin(heading * .pi / 180))
    }

    /// The place of a coordinate in the world; impossible ones are moved to the nearest possible place.
    static func world(_ coordinate: Coordinate) -> SIMD2<Double> {
        let latitude = coordinate.latitudeDegrees.isFinite ? coordinate.latitudeDegrees : 0
        let longitude = coordinate.longitudeDegrees.isFinite ? remainder(coordinate.longitudeDegrees, 360) : 0
        let radians = min(max(latitude, -maxLatitude), maxLatitude) * .pi / 180
        return SIMD2(longitude / 360 + 0.5, 0.5 - log(tan(.pi / 4 + radians / 2)) / (2 * .pi))
    }

    /// The pixel of a coordinate, on the shortest way from the center around the world.
    func screen(_ coordinate: Coordinate) -> SIMD2<Double> {
        var offset = Self.world(coordinate) - center
        offset.x -= offset.x.rounded()
        return screen(offset: offset)
    }

    private func screen(offset: SIMD2<Double>) -> SIMD2<Double> {
        let pixels = offset * worldPixels
        return anchor + SIMD2(pixels.x * cosine + pixels.y * sine, pixels.y * cosine - pixels.x * sine)
    }

    /// The offset from the center, in widths of the world, of a pixel.
    private func offset(of pixel: SIMD2<Double>) -> SIMD2<Double> {
        let pixels = (pixel - anchor) / worldPixels
        return SIMD2(pixels.x * cosine - pixels.y * sine, pixels.y * cosine + pixels.x * sine)
    }

    /// The area of the world on the picture, as offsets from the center.
    private func bounds(margin: Double) -> (low: SIMD2<Double>, high: SIMD2<Double>) {
        let (left, right, top, bottom) = (-margin, size.x + margin, -margin, size.y + margin)
        let corners = [SIMD2(left, top), SIMD2(right, top), SIMD2(left, bottom), SIMD2(right, bottom)].map(offset)
        return (
            corners.dropFirst().reduce(corners[0]) { pointwiseMin($0, $1) },
            corners.dropFirst().reduce(corners[0]) { pointwiseMax($0, $1) }
        )
    }

    /// The tiles of the picture, row by row. Beyond the last zoom level of a file, its tiles are enlarged.
    func placements(zooms: ClosedRange<Int>) -> [TilePlacement] {
        let level = min(max(Int(zoom.rounded(.down)), zooms.lowerBound), zooms.upperBound)
        let count = exp2(Double(level))
        let (low, high) = bounds(margin: 0)
        let (first, last) = ((low + center) * count, (high + center) * count)
        let rows = Int(max(first.y, 0))...max(Int(min(last.y, count - 1)), Int(max(first.y, 0)))
        let columns = Int(first.x.rounded(.down))...Int(last.x.rounded(.down))
        guard rows.count * columns.count <= Self.maxTiles else { return [] }
        var placements: [TilePlacement] = []
        for y in rows where y < Int(count) {
            for x in columns {
                let wrapped = ((x % Int(count)) + Int(count)) % Int(count)
                let corner = SIMD2(Double(x), Double(y)) / count - center
                placements.append(placement(TileID(zoom: level, x: wrapped, y: y), at: corner, side: 1 / count))
            }
        }
        return placements
    }

    private func placement(_ id: TileID, at corner: SIMD2<Double>, side: Double) -> TilePlacement {
        let pixels = side * worldPixels
        let (low, high) = bounds(margin: 24)
        return TilePlacement(
            id: id, origin: screen(offset: corner), right: SIMD2(cosine, -sine) * pixels,
            down: SIMD2(sine, cosine) * pixels, low: SIMD2<Float>((low - corner) / side),
            high: SIMD2<Float>((high - corner) / side))
    }
}

/// A tile on a picture.
struct TilePlacement {
    var id: TileID
    /// The pixel of the upper left corner of the tile, and the vectors along its upper and its left edge.
    var origin: SIMD2<Double>
    var right: SIMD2<Double>
    var down: SIMD2<Double>
    /// The part of the tile that is on the picture, with a margin, in coordinates of the tile.
    var low: SIMD2<Float>
    var high: SIMD2<Float>

    /// The pixel of a point of the tile.
    func screen(_ point: SIMD2<Float>) -> SIMD2<Double> {
        origin + right * Double(point.x) + down * Double(point.y)
    }

    /// Whether a box in the tile may be on the picture.
    func shows(_ boxLow: SIMD2<Float>, _ boxHigh: SIMD2<Float>) -> Bool {
        boxLow.x <= high.x && boxLow.y <= high.y && boxHigh.x >= low.x && boxHigh.y >= low.y
    }
}
