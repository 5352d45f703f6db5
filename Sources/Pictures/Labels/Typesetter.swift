import CCairo
import CPango
import Synchronization

/// Typesets lines of text with Pango, in every script and direction, as outlines, so that pictures contain no font.
///
/// The first text loads the fonts of the machine, which takes about 7 MB of resident memory. A lock serializes the use
/// of Pango.
package final class Typesetter: Sendable {
    /// The typesetter of this process, with the fonts of the machine.
    package static let shared = Typesetter()

    private let fonts: Mutex<Fonts>

    /// - Parameter makeFonts: Creates the font map; the typesetter becomes its owner.
    init(fonts makeFonts: @escaping @Sendable () -> OpaquePointer? = pango_cairo_font_map_new) {
        fonts = Mutex(Fonts(make: makeFonts))
    }

    /// Whether there is at least one font.
    var hasFonts: Bool { fonts.withLock { $0.context != nil } }

    /// Typesets one line; `nil` without a font or visible characters.
    ///
    /// - Parameters:
    ///   - text: Any text; control characters and characters without an outline are dropped.
    ///   - font: The font, as a Pango font description.
    ///   - size: The size of the font, in units of the board.
    ///   - width: The maximum width; a longer text is cut with an ellipsis.
    package func line(_ text: String, font: String, size: Double, width: Double) -> TextLine? {
        let text = Self.bounded(text)
        guard !text.isEmpty else { return nil }
        return fonts.withLock { fonts in
            guard let context = fonts.context else { return nil }
            return TextLine(text, font: font, size: size, width: width, context: context)
        }
    }

    /// The text with a bounded length and at most two accents a letter, which bounds time and height.
    static func bounded(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        var marks = 0
        for scalar in text.unicodeScalars.prefix(10 * maxScalars) {
            marks = scalar.properties.generalCategory == .nonspacingMark ? marks + 1 : 0
            if marks <= 2 { scalars.append(scalar) }
        }
        scalars = String.UnicodeScalarView(scalars.prefix(maxScalars))
        return String(scalars).displayable.split(separator: " ").joined(separator: " ")
    }

    /// The maximum number of Unicode scalars, more than any line shows.
    private static let maxScalars = 400
}

/// A font map with its Pango context, created on first use.
private struct Fonts: ~Copyable {
    private let make: @Sendable () -> OpaquePointer?
    private var isMade = false
    private var map: OpaquePointer?
    private var made: OpaquePointer?

    init(make: @escaping @Sendable () -> OpaquePointer?) { self.make = make }

    /// The Pango context; `nil` without a font.
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
        // Pango lists families such as "Sans" even without any font; only loading one is proof.
        let any = pango_font_description_from_string("sans-serif")
        let font = pango_font_map_load_font(map, context, any)
        pango_font_description_free(any)
        guard let font else { return g_object_unref(UnsafeMutableRawPointer(context)) }
        g_object_unref(UnsafeMutableRawPointer(font))
        // Outlines are drawn at every size, so they are not hinted to the pixels of one.
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
