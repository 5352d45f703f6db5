import CCairo
import Testing

@testable import Pictures

/// The pixels of a picture, for looking at them.
struct Raster {
    /// Width and height in pixels.
    var side: Int
    /// Row by row, alpha in the highest byte.
    var pixels: [UInt32]

    init(_ renderer: PictureRenderer, _ sign: Sign?) throws {
        let drawn = try renderer.pixels(sign.map { Picture($0) })
        try #require(drawn.width == drawn.height)
        (side, pixels) = (drawn.width, drawn.argb)
    }

    /// Decodes a PNG; `nil` if it is none, or not square.
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
        guard cairo_surface_status(surface.pointer) == CAIRO_STATUS_SUCCESS, width == height, width > 0,
            let data = cairo_image_surface_get_data(surface.pointer)
        else { return nil }
        side = Int(width)
        // Four bytes a pixel leave no gap between the rows.
        pixels = Array(
            UnsafeRawBufferPointer(start: data, count: side * side * 4).bindMemory(to: UInt32.self))
    }

    var mirrored: Raster {
        var copy = self
        copy.pixels = (0..<side).flatMap { row in pixels[row * side..<(row + 1) * side].reversed() }
        return copy
    }

    /// Which share of the pixels differs by more than `threshold` in any component, and the most any differs.
    func difference(from other: Raster, above threshold: Int = 8) -> (share: Double, most: Int) {
        guard side == other.side else { return (1, 255) }
        var (count, most) = (0, 0)
        for (one, two) in zip(pixels, other.pixels) where one != two {
            let distance = Self.distance(one, two)
            most = max(most, distance)
            if distance > threshold { count += 1 }
        }
        return (Double(count) / Double(pixels.count), most)
    }

    /// The colour at a place of the board, where the picture is opaque.
    func color(at point: Point) -> Color {
        let scale = Double(side) / SignBoard.size
        let (x, y) = (min(side - 1, Int(point.x * scale)), min(side - 1, Int(point.y * scale)))
        return Self.color(pixels[y * side + x])
    }

    /// Where colours are, in units of the board, and which share of the picture they take.
    func box(of colors: [Color]) -> (left: Double, right: Double, top: Double, bottom: Double, share: Double) {
        let places = pixels.indices.filter { colors.contains(Self.color(pixels[$0])) }
        let (columns, rows) = (places.map { $0 % side }, places.map { $0 / side })
        let unit = SignBoard.size / Double(side)
        return (
            Double(columns.min() ?? 0) * unit, Double((columns.max() ?? 0) + 1) * unit,
            Double(rows.min() ?? 0) * unit, Double((rows.max() ?? 0) + 1) * unit,
            Double(places.count) / Double(pixels.count)
        )
    }

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

/// Gives Cairo bytes to read.
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
