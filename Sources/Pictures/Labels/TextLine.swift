import CCairo
import CPango
import NavigationEvents

/// A line of text as outlines.
struct TextLine: Hashable, Sendable {
    /// Filled, it is the text; it begins at (0, 0), where the line's height begins.
    let path: Path
    /// How far it reaches to the right.
    let width: Double
    /// Height of its line.
    let height: Double

    /// Sets a text; `nil` if no ink comes of it.
    ///
    /// - Parameter context: Of Pango; used by one thread at a time.
    init?(_ text: String, font: String, size: Double, width mostWidth: Double, context: OpaquePointer) {
        let layout = pango_layout_new(context)
        defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
        let description = pango_font_description_from_string(font)
        pango_font_description_set_absolute_size(description, size * Self.unit)
        pango_layout_set_font_description(layout, description)
        pango_font_description_free(description)
        pango_layout_set_single_paragraph_mode(layout, 1)
        pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
        pango_layout_set_width(layout, Int32(clamping: mostWidth * Self.unit))
        Self.set(text, in: layout)
        var (ink, logical) = (PangoRectangle(), PangoRectangle())
        pango_layout_get_extents(layout, &ink, &logical)
        guard ink.width > 0, ink.height > 0, let outline = Self.outline(of: layout), !outline.elements.isEmpty
        else { return nil }
        // Ink may reach beyond the box of its letters; a tower of accents is made as low as the line.
        let (left, right) = (min(logical.x, ink.x), max(logical.x + logical.width, ink.x + ink.width))
        let (top, bottom) = (min(logical.y, ink.y), max(logical.y + logical.height, ink.y + ink.height))
        let lineHeight = size * Self.lineHeight
        let scale = min(
            1, lineHeight / (Double(bottom - top) / Self.unit), mostWidth / (Double(right - left) / Self.unit))
        path = outline.mapped { point in
            Point((point.x - Double(left) / Self.unit) * scale, (point.y - Double(top) / Self.unit) * scale)
        }
        width = Double(right - left) / Self.unit * scale
        height = Double(bottom - top) / Self.unit * scale
    }

    /// Of the size; what fonts usually ask for is a little less.
    private static let lineHeight = 1.2
    private static let unit = Double(PANGO_SCALE)

    /// Sets a text without what no font has an outline of: a street is read without its emoji, not with a box or a hole
    /// in its place.
    private static func set(_ text: String, in layout: OpaquePointer?) {
        pango_layout_set_text(layout, text, -1)
        // Letters that all fonts draw need no closer look, which costs as much as setting the text again.
        guard pango_layout_get_unknown_glyphs_count(layout) > 0 || text.unicodeScalars.contains(where: mayBeBitmap)
        else { return }
        let known = text.filter { character in
            pango_layout_set_text(layout, String(character), -1)
            guard pango_layout_get_unknown_glyphs_count(layout) == 0 else { return false }
            return character == " " || outline(of: layout)?.elements.isEmpty == false
        }
        pango_layout_set_text(layout, Typesetter.bounded(known), -1)
    }

    /// Whether a font of coloured bitmaps may have drawn it, which has no outlines.
    private static func mayBeBitmap(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isEmoji && !scalar.isASCII }

    private static func outline(of layout: OpaquePointer?) -> Path? {
        // Without bounds: of what lies beyond those of a surface, Cairo leaves letters out.
        let surface = CairoSurface(cairo_recording_surface_create(CAIRO_CONTENT_ALPHA, nil))
        let context = cairo_create(surface.pointer)
        defer { cairo_destroy(context) }
        pango_cairo_layout_path(context, layout)
        guard let path = cairo_copy_path(context) else { return nil }
        defer { cairo_path_destroy(path) }
        guard path.pointee.status == CAIRO_STATUS_SUCCESS else { return nil }
        return Path(path.pointee)
    }
}

extension Path {
    /// A path of Cairo.
    fileprivate init(_ path: cairo_path_t) {
        self.init()
        guard let data = path.data else { return }
        var index = 0
        while index < Int(path.num_data) {
            let header = data[index].header
            func point(_ number: Int) -> Point {
                let place = data[index + number].point
                return Point(place.x, place.y)
            }
            switch header.type {
            case CAIRO_PATH_MOVE_TO: elements.append(.move(point(1)))
            case CAIRO_PATH_LINE_TO: elements.append(.line(point(1)))
            case CAIRO_PATH_CURVE_TO: elements.append(.curve(point(1), point(2), point(3)))
            default: elements.append(.close)
            }
            index += Int(max(1, header.length))
        }
    }
}
