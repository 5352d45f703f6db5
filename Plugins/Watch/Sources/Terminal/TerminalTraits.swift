import Pictures

/// The capabilities of a terminal, from its environment variables.
struct TerminalTraits: Hashable {
    let options: RenderOptions
    let palette: Palette

    /// - Parameters:
    ///   - appearance: The appearance of the display.
    ///   - variable: Reads an environment variable; empty variables count as absent.
    init(_ appearance: WatchOptions, variable: (String) -> String?) {
        let settings = appearance.settings
        let depth = Self.depth(settings.colors, variable)
        let form: CharacterPicture.Form =
            switch settings.characters {
            case .auto: Self.isUnicode(variable) ? .blocks : .ascii
            case .blocks: .blocks
            case .dots: .dots
            case .ascii: .ascii
            }
        options = RenderOptions(units: settings.units, form: form, showsPlate: depth != .none)
        palette = Palette(theme: appearance.theme, depth: depth)
    }

    /// Whether the terminal supports full screens: not a dumb one.
    static func canDraw(_ variable: (String) -> String?) -> Bool {
        guard let terminal = variable("TERM") else { return false }
        return terminal != "dumb"
    }

    private static func depth(_ colors: WatchSettings.ColorsChoice, _ variable: (String) -> String?) -> Palette.Depth {
        switch colors {
        case .none: return .none
        case .colors16: return .sixteen
        case .colors256: return .many
        case .true: return .all
        case .auto: break
        }
        let terminal = variable("TERM") ?? ""
        if variable("NO_COLOR") != nil || terminal.hasPrefix("vt1") || terminal.hasPrefix("vt2") { return .none }
        if let color = variable("COLORTERM"), ["truecolor", "24bit"].contains(color) { return .all }
        return terminal.hasSuffix("256color") ? .many : .sixteen
    }

    /// Whether the locale is UTF-8; true without a locale, since current terminals support Unicode.
    private static func isUnicode(_ variable: (String) -> String?) -> Bool {
        guard let locale = variable("LC_ALL") ?? variable("LC_CTYPE") ?? variable("LANG") else { return true }
        let name = locale.lowercased()
        return name.hasSuffix("utf-8") || name.hasSuffix("utf8") || name.contains("utf-8@") || name.contains("utf8@")
    }
}
