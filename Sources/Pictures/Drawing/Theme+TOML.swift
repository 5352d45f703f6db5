public import TOML

extension Theme {
    /// The minimum contrast of the symbol to the plate: that of WCAG 2 for text, which has the same ink.
    public static let minSymbolContrast = 4.5
    /// The minimum contrast of the surroundings to the plate: that of WCAG 2 for graphics.
    public static let minFaintContrast = 3.0

    private static let ownKeys = ["base", "plate", "symbol", "faint", "font"]

    /// Creates the theme that a setting names: a built-in one, or a file that ends in `.toml`.
    public init(named name: String) throws(ConfigurationError) {
        if let known = Self.builtIn.first(where: { $0.name == name }) {
            self = known
        } else if name.hasSuffix(".toml") {
            try self.init(file: name)
        } else {
            let names = Self.builtIn.map(\.name)
            let hint = NearestWord.find(name, among: names).map { "did you mean \"\($0)\"? " } ?? ""
            throw ConfigurationError(
                file: name,
                text: "there is no theme of this name; \(hint)"
                    + "there are \(names.joined(separator: ", ")), and files that end in .toml")
        }
    }

    /// Reads a theme from a TOML file, or from `text`.
    ///
    /// A missing key has the value of the built-in theme that `base` names, by default `day`. Colours are `#rrggbb`.
    ///
    /// - Throws: ``ConfigurationError`` with the line, for unknown keys, measures out of range, and too little
    ///   contrast.
    public init(file: String, text: String? = nil) throws(ConfigurationError) {
        let section =
            if let text { try TOMLDocument(text: text, file: file).root } else { try TOMLDocument(file: file).root }
        try section.allowOnly(Self.ownKeys + Pens.ranges.map(\.key))
        self = try Self.base(section)
        name = file
        plate = try Self.color("plate", in: section) ?? plate
        symbol = try Self.color("symbol", in: section) ?? symbol
        faint = try Self.color("faint", in: section) ?? faint
        font = try section.text("font") ?? font
        guard !font.isEmpty, font == font.displayable else {
            throw section.error(
                "font", "\"font\" must name a font, such as \"sans-serif Bold\", without control characters")
        }
        for (key, path, range) in Pens.ranges {
            guard let value = try section.number(key) else { continue }
            guard range.contains(value) else {
                throw section.error(
                    key, "\"\(key)\" must be \(range.lowerBound) to \(range.upperBound) units of 96, not \(value)")
            }
            pens[keyPath: path] = value
        }
        try checkForms(section)
        try check(symbol, "symbol", Self.minSymbolContrast, section)
        try check(faint, "faint", Self.minFaintContrast, section)
    }

    /// The theme as TOML for ``init(file:text:)``, as a template for new themes.
    public var toml: String {
        let colors = [("plate", plate), ("symbol", symbol), ("faint", faint)].map { "\($0) = \"\($1.hex)\"" }
        let widths = Pens.ranges.map { "\($0.key) = \(pens[keyPath: $0.path])" }
        let quoted = font.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] }
        return (colors + ["font = \"\(String(quoted))\""] + widths).joined(separator: "\n") + "\n"
    }

    private static func base(_ section: TOMLSection) throws(ConfigurationError) -> Theme {
        guard let name = try section.text("base") else { return .day }
        guard let theme = builtIn.first(where: { $0.name == name }) else {
            let names = builtIn.map(\.name).joined(separator: ", ")
            throw section.error("base", "\"base\" must be one of \(names), not \"\(name)\"")
        }
        return theme
    }

    private static func color(_ key: String, in section: TOMLSection) throws(ConfigurationError) -> Color? {
        guard let text = try section.text(key) else { return nil }
        guard let color = Color(hex: text) else {
            throw section.error(key, "\"\(key)\" must be a colour such as \"#0b3f86\", not \"\(text)\"")
        }
        return color
    }

    /// Checks that the maneuver is thicker than its surroundings and that arrow heads are wider than shafts.
    private func checkForms(_ section: TOMLSection) throws(ConfigurationError) {
        guard pens.faintWidth <= 0.75 * pens.symbolWidth else {
            throw section.error(
                section.keys.contains("faint_width") ? "faint_width" : "symbol_width",
                "\"faint_width\" is \(pens.faintWidth); it must be at most three quarters of \"symbol_width\", "
                    + "which is \(pens.symbolWidth), so that the maneuver stands out without colour too")
        }
        guard pens.headWidth >= 2 * pens.symbolWidth else {
            throw section.error(
                section.keys.contains("head_width") ? "head_width" : "symbol_width",
                "\"head_width\" is \(pens.headWidth); it must be at least twice \"symbol_width\", which is "
                    + "\(pens.symbolWidth), or arrows have no heads")
        }
    }

    private func check(
        _ color: Color, _ key: String, _ minRatio: Double, _ section: TOMLSection
    ) throws(ConfigurationError) {
        let ratio = color.contrast(to: plate)
        guard ratio < minRatio else { return }
        let tenths = Int(ratio * 10)
        throw section.error(
            section.keys.contains(key) ? key : "plate",
            "\"\(key)\" \(color.hex) on \"plate\" \(plate.hex) has a contrast of \(tenths / 10).\(tenths % 10) to 1; "
                + "it must be at least \(minRatio) to 1: make one of them lighter or the other darker")
    }
}
