import CCairo

/// A Cairo surface, destroyed with its owner.
struct CairoSurface: ~Copyable {
    let pointer: OpaquePointer?

    /// Takes ownership of a new surface.
    init(_ pointer: OpaquePointer?) { self.pointer = pointer }

    deinit { cairo_surface_destroy(pointer) }

    /// Draws on the surface with a context.
    borrowing func draw(
        _ what: String, _ body: (_ context: OpaquePointer?) throws(PictureError) -> Void
    ) throws(PictureError) {
        let context = cairo_create(pointer)
        defer { cairo_destroy(context) }
        try body(context)
        try Self.check(cairo_status(context), what)
    }

    func check(_ what: String) throws(PictureError) { try Self.check(cairo_surface_status(pointer), what) }

    static func check(_ status: cairo_status_t, _ what: String) throws(PictureError) {
        guard status != CAIRO_STATUS_SUCCESS else { return }
        throw .drawing(what: what, reason: cairo_status_to_string(status).map { String(cString: $0) } ?? "\(status)")
    }
}
