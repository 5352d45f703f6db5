import CCairo

/// Draws pictures with Cairo. One drawing function serves PNG, SVG and the pixels of panels.
public struct PictureRenderer: Sendable {
    /// Size and colours.
    public var style: PictureStyle

    /// Makes a renderer of a style.
    public init(style: PictureStyle) { self.style = style }

    /// The pixels of the PNG; without a picture, square and wholly transparent.
    public func pixels(_ picture: Picture?) throws(PictureError) -> Pixels {
        let scale = Double(style.pixels) / Picture.unitsOfSize
        let (width, height) =
            picture.map { ($0.width * scale, $0.height * scale) } ?? (
                Double(style.pixels), Double(style.pixels)
            )
        return try Pixels(width: Self.side(width), height: Self.side(height), what: "a PNG") {
            draw(picture, in: $0, scale: scale)
        }
    }

    /// Whole pixels that hold a length; a hair beyond one is none.
    private static func side(_ length: Double) -> Int {
        let pixels = (length - 1e-6).rounded(.up)
        return pixels.isFinite && pixels.magnitude < 1e9 ? Int(pixels) : 0
    }

    /// An SVG of the style's points; without a picture, square and empty.
    public func svg(_ picture: Picture?) throws(PictureError) -> [UInt8] {
        let points = Double(style.size.rawValue)
        let scale = points / Picture.unitsOfSize
        let (width, height) = picture.map { ($0.width * scale, $0.height * scale) } ?? (points, points)
        let sink = ByteSink()
        // The surface writes its last bytes while it is finished, so the sink must outlive it.
        try withExtendedLifetime(sink) { () throws(PictureError) in
            let surface = CairoSurface(
                cairo_svg_surface_create_for_stream(
                    ByteSink.write, Unmanaged.passUnretained(sink).toOpaque(), width, height))
            try surface.check("an SVG")
            cairo_svg_surface_set_document_unit(surface.pointer, CAIRO_SVG_UNIT_PX)
            try surface.draw("an SVG") { draw(picture, in: $0, scale: scale) }
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

    /// Draws a picture with `scale` of the context's units to one of the board.
    func draw(_ picture: Picture?, in context: OpaquePointer?, scale: Double) {
        cairo_scale(context, scale, scale)
        for shape in picture?.shapes ?? [] { shape.draw(in: context, color: style.theme[shape.ink]) }
    }
}

extension Shape {
    /// Draws it as large as the context is scaled.
    func draw(in context: OpaquePointer?, color: Color) {
        cairo_set_source_rgb(context, color.red, color.green, color.blue)
        cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
        cairo_new_path(context)
        if case .fill(let edge) = brush, edge > 0, let rounded = path.outset(by: edge / 2) {
            for element in rounded.elements { element.add(to: context) }
            return cairo_fill(context)
        }
        for element in path.elements { element.add(to: context) }
        switch brush {
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
}

extension Path.Element {
    fileprivate func add(to context: OpaquePointer?) {
        switch self {
        case .move(let point): cairo_move_to(context, point.x, point.y)
        case .line(let point): cairo_line_to(context, point.x, point.y)
        case .curve(let first, let second, let end):
            cairo_curve_to(context, first.x, first.y, second.x, second.y, end.x, end.y)
        case .close: cairo_close_path(context)
        }
    }
}
