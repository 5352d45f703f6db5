import CCairo

/// The pixels of a picture.
public struct Pixels: Hashable, Sendable {
    /// Pixels in a row.
    public let width: Int
    /// Rows.
    public let height: Int
    /// Row by row from the top, without gaps: alpha in the highest byte, then red, green and blue, multiplied by alpha.
    public let argb: [UInt32]

    /// Draws pixels; a width or height beyond what Cairo can do is an error.
    init(
        width: Int, height: Int, what: String,
        draw: (_ context: OpaquePointer?) throws(PictureError) -> Void
    ) throws(PictureError) {
        try Self.check(width: width, height: height, what: what)
        let surface = CairoSurface(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height)))
        try surface.check(what)
        try surface.draw(what, draw)
        cairo_surface_flush(surface.pointer)
        guard let data = cairo_image_surface_get_data(surface.pointer) else {
            throw .drawing(what: what, reason: "Cairo has no pixels of it")
        }
        self.width = width
        self.height = height
        // Four bytes a pixel leave no gap between the rows.
        argb = Array(UnsafeRawBufferPointer(start: data, count: width * height * 4).bindMemory(to: UInt32.self))
    }

    static func check(width: Int, height: Int, what: String) throws(PictureError) {
        guard (1...mostSide).contains(width), (1...mostSide).contains(height) else {
            throw .tooLarge(what: what, width: width, height: height, mostSide: mostSide)
        }
    }

    /// Enough for every panel, and far below what Cairo can hold.
    static let mostSide = 8192
}
