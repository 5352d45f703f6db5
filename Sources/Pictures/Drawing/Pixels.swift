import CCairo

/// The pixels of a picture.
public struct Pixels: Hashable, Sendable {
    /// The pixels of a row.
    public let width: Int
    /// The number of rows.
    public let height: Int
    /// The pixels row by row from the top, without gaps: alpha in the highest byte, then red, green and blue,
    /// premultiplied.
    public let argb: [UInt32]

    /// Draws pixels.
    ///
    /// - Throws: ``PictureError`` if a side is out of range or Cairo fails.
    package init(
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
        // Rows of four-byte pixels have no gap.
        argb = Array(UnsafeRawBufferPointer(start: data, count: width * height * 4).bindMemory(to: UInt32.self))
    }

    package static func check(width: Int, height: Int, what: String) throws(PictureError) {
        guard (1...maxSide).contains(width), (1...maxSide).contains(height) else {
            throw .tooLarge(what: what, width: width, height: height, maxSide: maxSide)
        }
    }

    /// The maximum side: enough for every panel, and far below the limit of Cairo.
    static let maxSide = 8192
}
