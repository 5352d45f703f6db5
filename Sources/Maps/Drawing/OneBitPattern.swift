import CCairo
import Pictures

/// A pattern of black pixels for the areas of a map in black and white. It is fixed to the picture, not to the map, so
/// that an e-paper panel does not flicker.
struct OneBitPattern {
    /// The rows of eight pixels; the highest bit is on the left.
    private let rows: [UInt8]

    /// The pattern of a class of areas; `nil` if they stay white.
    init?(_ known: MapClass) {
        switch known {
        case .water: rows = [0b1111_1111, 0, 0, 0, 0b1111_1111, 0, 0, 0]
        case .wood: rows = [0b1000_1000, 0, 0b0010_0010, 0, 0b1000_1000, 0, 0b0010_0010, 0]
        case .grass: rows = [0b1000_0000, 0, 0, 0, 0b0000_1000, 0, 0, 0]
        case .building: rows = [0b1010_1010, 0b0101_0101, 0b1010_1010, 0b0101_0101]
        default: return nil
        }
    }

    /// The pattern of the driven part of a route.
    static let driven = OneBitPattern(.building)

    /// Makes the pattern the source of a context: black pixels on white.
    func set(in context: OpaquePointer?) {
        let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 8, Int32(rows.count))
        defer { cairo_surface_destroy(surface) }
        guard let data = cairo_image_surface_get_data(surface) else { return }
        let stride = Int(cairo_image_surface_get_stride(surface))
        for (y, row) in rows.enumerated() {
            for x in 0..<8 {
                let pixel: UInt32 = row >> (7 - x) & 1 == 1 ? 0xFF00_0000 : 0xFFFF_FFFF
                UnsafeMutableRawPointer(data + y * stride + x * 4).storeBytes(of: pixel, as: UInt32.self)
            }
        }
        cairo_surface_mark_dirty(surface)
        let pattern = cairo_pattern_create_for_surface(surface)
        defer { cairo_pattern_destroy(pattern) }
        cairo_pattern_set_extend(pattern, CAIRO_EXTEND_REPEAT)
        cairo_pattern_set_filter(pattern, CAIRO_FILTER_NEAREST)
        cairo_set_source(context, pattern)
    }
}
