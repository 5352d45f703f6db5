import CCairo

/// Draws signs with Cairo. One drawing function serves PNG and SVG.
struct SignRenderer: Sendable {
    var style: SignStyle

    /// A PNG of ``SignStyle/pixels`` squared; without a sign, wholly transparent.
    func png(_ sign: Sign?) throws(SignsError) -> [UInt8] {
        let surface = try image(sign)
        let sink = ByteSink()
        let status = cairo_surface_write_to_png_stream(
            surface.pointer, ByteSink.write, Unmanaged.passUnretained(sink).toOpaque())
        try CairoSurface.check(status, "a PNG")
        return sink.bytes
    }

    /// The pixels of the PNG.
    func image(_ sign: Sign?) throws(SignsError) -> CairoSurface {
        let side = Int32(style.pixels)
        let surface = CairoSurface(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, side, side))
        try surface.check("a PNG")
        try draw(sign, on: surface, pixels: Double(side))
        cairo_surface_flush(surface.pointer)
        return surface
    }

    /// An SVG as wide and high as the points of the style; without a sign, empty.
    func svg(_ sign: Sign?) throws(SignsError) -> [UInt8] {
        let side = Double(style.size.rawValue)
        let sink = ByteSink()
        // The surface writes its last bytes while it is finished, so the sink must outlive it.
        try withExtendedLifetime(sink) { () throws(SignsError) in
            let surface = CairoSurface(
                cairo_svg_surface_create_for_stream(
                    ByteSink.write, Unmanaged.passUnretained(sink).toOpaque(), side, side))
            try surface.check("an SVG")
            cairo_svg_surface_set_document_unit(surface.pointer, CAIRO_SVG_UNIT_PX)
            try draw(sign, on: surface, pixels: side)
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

    private func draw(_ sign: Sign?, on surface: borrowing CairoSurface, pixels: Double) throws(SignsError) {
        guard let sign else { return }
        let context = cairo_create(surface.pointer)
        defer { cairo_destroy(context) }
        cairo_scale(context, pixels / SignBoard.size, pixels / SignBoard.size)
        let plate = SignPath(
            x: 0, y: 0, width: SignBoard.size, height: SignBoard.size, cornerRadius: SignBoard.cornerRadius)
        for shape in [.fill(plate, .plate)] + [SignShape](sign) { draw(shape, in: context) }
        try CairoSurface.check(cairo_status(context), "the sign \(sign.picture)")
    }

    private func draw(_ shape: SignShape, in context: OpaquePointer?) {
        let color =
            switch shape.ink {
            case .symbol: style.theme.symbol
            case .faint: style.theme.faint
            case .plate: style.theme.plate
            }
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

    private func add(_ element: SignPath.Element, to context: OpaquePointer?) {
        switch element {
        case .move(let point): cairo_move_to(context, point.x, point.y)
        case .line(let point): cairo_line_to(context, point.x, point.y)
        case .curve(let first, let second, let end):
            cairo_curve_to(context, first.x, first.y, second.x, second.y, end.x, end.y)
        case .close: cairo_close_path(context)
        }
    }
}
