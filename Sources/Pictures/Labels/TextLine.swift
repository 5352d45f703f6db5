import CCairo
import CPango
import NavigationEvents

/// A line of text as outlines.
package struct TextLine: Hashable, Sendable {
    /// The outlines of the letters, to be filled; the upper left corner of the line is (0, 0).
    package let path: Path
    /// The width of the text.
    package let width: Double
    /// The height of the line.
    package let height: Double

    /// Typesets a text; `nil` if it has no visible ink.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - font: The font, as a Pango font description.
    ///   - size: The size of the font, in units of the board.
    ///   - maxWidth: The maximum width; longer texts are cut with an ellipsis.
    ///   - context: The Pango context, which only one thread may use at a time.
    init?(_ text: String, font: String, size: Double, width maxWidth: Double, context: OpaquePointer) {
        let layout = pango_layout_new(context)
        defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
        let description = pango_font_description_from_string(font)
        pango_font_description_set_absolute_size(description, size * Self.unit)
        pango_layout_set_font_description(layout, description)
        pango_font_description_free(description)
        pango_layout_set_single_paragraph_mode(layout, 1)
        pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
        pango_layout_set_width(layout, Int32(clamping: maxWidth * Self.unit))
        Self.set(text, in: layout)
        var (ink, logical) = (PangoRectangle(), PangoRectangle())
        pango_layout_get_extents(layout, &ink, &logical)
        guard ink.width > 0, ink.height > 0, let outline = Self.outline(of: layout), !outline.elements.isEmpty
        else { return nil }
        // Ink may extend beyond the logical box; stacked accents are scaled to the height of the line.
        let (left, right) = (min(logical.x, ink.x), max(logical.x + logical.width, ink.x + ink.width))
        let (top, bottom) = (min(logical.y, ink.y), max(logical.y + logical.height, ink.y + ink.height))
        let lineHeight = size * Self.lineHeight
        let scale = min(
            1, lineHeight / (Double(bottom - top) / Self.unit), maxWidth / (Double(right - left) / Self.unit))
        path = outline.mapped { point in
            Point((point.x - Double(left) / Self.unit) * scale, (point.y - Double(top) / Self.unit) * scale)
        }
        width = Double(right - left) / Self.unit * scale
        height = Double(bottom - top) / Self.unit * scale
    }

    /// The maximum line height, as a share of the font size; fonts usually need a little less.
    private static let lineHeight = 1.2
    private static let unit = Double(PANGO_SCALE)

    /// Typesets a text without characters that have no outline in any font, such as emoji, instead of with boxes or
    /// gaps.
    private static func set(_ text: String, in layout: OpaquePointer?) {
        pango_layout_set_text(layout, text, -1)
        // Texts without such characters skip the check of each letter, which costs as much as typesetting again.
        guard pango_layout_get_unknown_glyphs_count(layout) > 0 || text.unicodeScalars.contains(where: mayBeBitmap)
        else { return }
        let known = text.filter { character in
            pango_layout_set_text(layout, String(character), -1)
            guard pango_layout_get_unknown_glyphs_count(layout) == 0 else { return false }
            return character == " " || outline(of: layout)?.elements.isEmpty == false
        }
        pango_layout_set_text(layout, Typesetter.bounded(known), -1)
    }

    /// Whether a font of coloured bitmaps, without outlines, may have drawn the character.
    private static func mayBeBitmap(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isEmoji && !scalar.isASCII }

    private static func outline(of layout: OpaquePointer?) -> Path? {
        // Unbounded: Cairo omits letters outside the bounds of a surface.
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
    /// Converts a path of Cairo.
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
