import CCairo
import CPango
import Synchronization

/// Sets lines of text through Pango: in every script, in its own direction, as outlines, so that whoever draws the picture
/// needs no font.
///
/// The fonts of the machine are looked up with the first text and kept; that takes the memory (about 7 MB resident)
/// which pictures without text do not need. Pango is used by one thread at a time.
final class Typesetter: Sendable {
    /// That of this process, with the fonts of the machine.
    static let shared = Typesetter()

    private let fonts: Mutex<Fonts>

    /// - Parameter makeFonts: Makes another map of fonts than that of the machine, which it hands over.
    init(fonts makeFonts: @escaping @Sendable () -> OpaquePointer? = pango_cairo_font_map_new) {
        fonts = Mutex(Fonts(make: makeFonts))
    }

    /// Whether there is any font.
    var hasFonts: Bool { fonts.withLock { $0.context != nil } }

    /// Sets one line; `nil` if there is no font, or nothing to be seen.
    ///
    /// - Parameters:
    ///   - text: Anything; what steers terminals or directions, and what no font has, is left out.
    ///   - width: What does not fit is cut, with an ellipsis where the reading ends.
    ///   - size: Of the font, in units of the board.
    func line(_ text: String, font: String, size: Double, width: Double) -> TextLine? {
        let text = Self.bounded(text)
        guard !text.isEmpty else { return nil }
        return fonts.withLock { fonts in
            guard let context = fonts.context else { return nil }
            return TextLine(text, font: font, size: size, width: width, context: context)
        }
    }

    /// One line of bounded length: neither an endless name nor a tower of accents costs time or leaves the picture.
    static func bounded(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        var marks = 0
        for scalar in text.unicodeScalars.prefix(10 * mostScalars) {
            marks = scalar.properties.generalCategory == .nonspacingMark ? marks + 1 : 0
            if marks <= 2 { scalars.append(scalar) }
        }
        scalars = String.UnicodeScalarView(scalars.prefix(mostScalars))
        return String(scalars).displayable.split(separator: " ").joined(separator: " ")
    }

    /// More than any line shows.
    private static let mostScalars = 400
}

/// A map of fonts with what Pango needs to use it; made when it is first asked for.
private struct Fonts: ~Copyable {
    private let make: @Sendable () -> OpaquePointer?
    private var isMade = false
    private var map: OpaquePointer?
    private var made: OpaquePointer?

    init(make: @escaping @Sendable () -> OpaquePointer?) { self.make = make }

    /// `nil` where there is no font.
    var context: OpaquePointer? {
        mutating get {
            if !isMade { open() }
            return made
        }
    }

    private mutating func open() {
        isMade = true
        map = make()
        guard let map, let context = pango_font_map_create_context(map) else { return }
        // Pango names families such as "Sans" on machines that have no font; loading one tells.
        let any = pango_font_description_from_string("sans-serif")
        let font = pango_font_map_load_font(map, context, any)
        pango_font_description_free(any)
        guard let font else { return g_object_unref(UnsafeMutableRawPointer(context)) }
        g_object_unref(UnsafeMutableRawPointer(font))
        // Outlines are drawn at every size: none is bent to the pixels of one.
        let options = cairo_font_options_create()
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        pango_cairo_context_set_font_options(context, options)
        cairo_font_options_destroy(options)
        pango_context_set_round_glyph_positions(context, 0)
        made = context
    }

    deinit {
        if let made { g_object_unref(UnsafeMutableRawPointer(made)) }
        if let map { g_object_unref(UnsafeMutableRawPointer(map)) }
    }
}
