import CCairo

/// Draws pictures with Cairo. One drawing function serves PNG and SVG.
public struct PictureRenderer: Sendable {
    /// Size and colours.
    public var style: PictureStyle

    /// Makes a renderer of a style.
    public init(style: PictureStyle) { self.style = style }

    /// A PNG, ``PictureStyle/pixels`` high; without a picture, square and wholly transparent.
    public func png(_ picture: Picture?) throws(PictureError) -> [UInt8] {
        let surface = try image(picture)
        let sink = ByteSink()
        let status = cairo_surface_write_to_png_stream(
            surface.pointer, ByteSink.write, Unmanaged.passUnretained(sink).toOpaque())
        try CairoSurface.check(status, "a PNG")
        return sink.bytes
    }

    /// The pixels of the PNG.
    func image(_ picture: Picture?) throws(PictureError) -> CairoSurface {
        let height = Double(style.pixels)
        let width = picture.map { ($0.width / $0.height * height).rounded(.up) } ?? height
        let surface = CairoSurface(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height)))
        try surface.check("a PNG")
        try draw(picture, on: surface, height: height)
        cairo_surface_flush(surface.pointer)
        return surface
    }

    /// An SVG, as high as the points of the style; without a picture, square and empty.
    public func svg(_ picture: Picture?) throws(PictureError) -> [UInt8] {
        let height = Double(style.size.rawValue)
        let width = picture.map { $0.width / $0.height * height } ?? height
        let sink = ByteSink()
        // The surface writes its last bytes while it is finished, so the sink must outlive it.
        try withExtendedLifetime(sink) { () throws(PictureError) in
            let surface = CairoSurface(
                cairo_svg_surface_create_for_stream(
                    ByteSink.write, Unmanaged.passUnretained(sink).toOpaque(), width, height))
            try surface.check("an SVG")
            cairo_svg_surface_set_document_unit(surface.pointer, CAIRO_SVG_UNIT_PX)
            try draw(picture, on: surface, height: height)
            cairo_surface_finish(surface.pointer)
            try surface.check("an SVG")
        }
        return Self.withoutCounter(sink.bytes)
    }

    /// Cairo numbers its surfaces; without the number equal signs have equal bytes.
    private static func withoutCounter(_ svg: [UInt8]) -> [UInt8] {
        let mark = Array("id=\"surface".utf8)
        guard let start = svg.indices.dropLast(mark.count).first(where: { svg[$0...].starts(with: mark) }) else {
            return svg
        }
        let digits = svg[(start + mark.count)...].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return Array(svg[..<digits.startIndex] + svg[digits.endIndex...])
    }

    private func draw(_ picture: Picture?, on surface: borrowing CairoSurface, height: Double) throws(PictureError) {
        guard let picture else { return }
        let context = cairo_create(surface.pointer)
        defer { cairo_destroy(context) }
        cairo_scale(context, height / picture.height, height / picture.height)
        for shape in picture.shapes { draw(shape, in: context) }
        try CairoSurface.check(cairo_status(context), "a picture")
    }

    private func draw(_ shape: Shape, in context: OpaquePointer?) {
        let color = style.theme[shape.ink]
        cairo_set_source_rgb(context, color.red, color.green, color.blue)
        cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
        cairo_new_path(context)
        for element in shape.path.elements { add(element, to: context) }
        switch shape.brush {
        case .fill(let edge) where edge > 0:
            cairo_fill_preserve(context)
            cairo_set_line_width(context, edge)
            cairo_stroke(context)
        case .fill: cairo_fill(context)
        case .line(let width, let isRoundEnded):
            cairo_set_line_cap(context, isRoundEnded ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT)
            cairo_set_line_width(context, width)
            cairo_stroke(context)
        }
    }

    private func add(_ element: Path.Element, to context: OpaquePointer?) {
        switch element {
        case .move(let point): cairo_move_to(context, point.x, point.y)
        case .line(let point): cairo_line_to(context, point.x, point.y)
        case .curve(let first, let second, let end):
            cairo_curve_to(context, first.x, first.y, second.x, second.y, end.x, end.y)
        case .close: cairo_close_path(context)
        }
    }
}
