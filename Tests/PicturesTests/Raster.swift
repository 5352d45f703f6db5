import CCairo
import Testing

@testable import Pictures

/// The decoded pixels of a picture.
struct Raster {
    /// In pixels.
    var width: Int
    /// In pixels.
    var height: Int
    /// The pixels row by row, with alpha in the highest byte.
    var pixels: [UInt32]

    init(_ renderer: PictureRenderer, picture: Picture?) throws {
        let drawn = try renderer.pixels(picture)
        (width, height, pixels) = (drawn.width, drawn.height, drawn.argb)
    }

    init(_ renderer: PictureRenderer, _ sign: Sign?) throws {
        try self.init(renderer, picture: sign.map { Picture($0) })
    }

    /// Decodes a PNG; `nil` if it is invalid.
    init?(png: [UInt8]) {
        let source = ByteSource(png)
        self.init(
            CairoSurface(
                cairo_image_surface_create_from_png_stream(
                    ByteSource.read, Unmanaged.passUnretained(source).toOpaque())))
    }

    private init?(_ surface: borrowing CairoSurface) {
        let (width, height) = (
            cairo_image_surface_get_width(surface.pointer), cairo_image_surface_get_height(surface.pointer)
        )
        guard cairo_surface_status(surface.pointer) == CAIRO_STATUS_SUCCESS, width > 0,
            let data = cairo_image_surface_get_data(surface.pointer)
        else { return nil }
        (self.width, self.height) = (Int(width), Int(height))
        // Rows of four-byte pixels have no gap.
        pixels = Array(
            UnsafeRawBufferPointer(start: data, count: Int(width) * Int(height) * 4).bindMemory(to: UInt32.self))
    }

    var mirrored: Raster {
        var copy = self
        copy.pixels = (0..<height).flatMap { row in pixels[row * width..<(row + 1) * width].reversed() }
        return copy
    }

    /// The share of the pixels that differ by more than `threshold` in any component, and the largest difference.
    func difference(from other: Raster, above threshold: Int = 8) -> (share: Double, most: Int) {
        guard width == other.width, height == other.height else { return (1, 255) }
        var (count, most) = (0, 0)
        for (one, two) in zip(pixels, other.pixels) where one != two {
            let distance = Self.distance(one, two)
            most = max(most, distance)
            if distance > threshold { count += 1 }
        }
        return (Double(count) / Double(pixels.count), most)
    }

    /// The colour at a point of the board, where the picture is opaque.
    func color(at point: Point) -> Color {
        let scale = Double(height) / SignBoard.size
        let (x, y) = (min(width - 1, Int(point.x * scale)), min(height - 1, Int(point.y * scale)))
        return Self.color(pixels[y * width + x])
    }

    /// The bounding box of colours, in units of the board, and their share of the picture.
    func box(of colors: [Color]) -> (left: Double, right: Double, top: Double, bottom: Double, share: Double) {
        let places = pixels.indices.filter { colors.contains(Self.color(pixels[$0])) }
        let (columns, rows) = (places.map { $0 % width }, places.map { $0 / width })
        let unit = SignBoard.size / Double(height)
        return (
            Double(columns.min() ?? 0) * unit, Double((columns.max() ?? 0) + 1) * unit,
            Double(rows.min() ?? 0) * unit, Double((rows.max() ?? 0) + 1) * unit,
            Double(places.count) / Double(pixels.count)
        )
    }

    /// The bounding box of all ink, in units of a board of a height, and its share of the pixels.
    func ink(boardHeight: Double = SignBoard.size) -> Ink {
        var ink = Ink()
        let unit = boardHeight / Double(height)
        for (index, pixel) in pixels.enumerated() where pixel >> 24 > 40 {
            let (x, y) = (Double(index % width) * unit, Double(index / width) * unit)
            ink.left = min(ink.left, x)
            ink.right = max(ink.right, x + unit)
            ink.top = min(ink.top, y)
            ink.bottom = max(ink.bottom, y + unit)
            ink.area += unit * unit
            ink.center = Point(ink.center.x + x * unit * unit, ink.center.y + y * unit * unit)
        }
        ink.center = Point(ink.center.x / max(ink.area, 1), ink.center.y / max(ink.area, 1))
        return ink
    }

    /// The mean difference of lightness, 0...1: the difference without colours.
    func greyDifference(from other: Raster) -> Double {
        let sum = zip(pixels, other.pixels).reduce(0.0) { $0 + abs(Self.grey($1.0) - Self.grey($1.1)) }
        return sum / Double(pixels.count)
    }

    private static func grey(_ pixel: UInt32) -> Double { color(pixel).luminance.squareRoot() }

    /// The largest difference of a component.
    private static func distance(_ one: UInt32, _ two: UInt32) -> Int {
        var most = 0
        for shift: UInt32 in [0, 8, 16, 24] {
            let (first, second) = (Int((one >> shift) & 255), Int((two >> shift) & 255))
            most = max(most, abs(first - second))
        }
        return most
    }

    private static func color(_ pixel: UInt32) -> Color {
        Color(UInt8(pixel >> 16 & 255), UInt8(pixel >> 8 & 255), UInt8(pixel & 255))
    }
}

/// The drawn ink: its bounding box, its area in square units, and its centre of gravity.
struct Ink {
    var left = Double.infinity
    var right = -Double.infinity
    var top = Double.infinity
    var bottom = -Double.infinity
    var area = 0.0
    var center = Point(0, 0)
}

extension Picture {
    /// The picture without background and seams, in the middle of a board so wide that nothing is clipped. Units are
    /// those of the board of the sign, moved by ``border``.
    var bare: Picture {
        let drawn = shapes.filter { $0.ink != .plate }
        return Picture(
            width: width + 2 * Self.border, height: height + 2 * Self.border,
            shapes: drawn.mapped { Point($0.x + Self.border, $0.y + Self.border) })
    }

    static let border = 24.0

    /// The picture in one ink, so that only forms differ.
    var inOneInk: Picture {
        var copy = self
        for index in copy.shapes.indices where copy.shapes[index].ink == .faint { copy.shapes[index].ink = .symbol }
        return copy
    }
}

/// Supplies bytes to Cairo.
private final class ByteSource {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    static let read: cairo_read_func_t = { source, data, length in
        guard let source, let data else { return CAIRO_STATUS_READ_ERROR }
        let bytes = Unmanaged<ByteSource>.fromOpaque(source).takeUnretainedValue()
        guard bytes.rest.count >= Int(length) else { return CAIRO_STATUS_READ_ERROR }
        for (offset, byte) in bytes.rest.prefix(Int(length)).enumerated() { data[offset] = byte }
        bytes.rest.removeFirst(Int(length))
        return CAIRO_STATUS_SUCCESS
    }
}
