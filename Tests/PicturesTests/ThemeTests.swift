import TOML
import Testing

@testable import Pictures

@Suite("Themes")
struct ThemeTests {
    @Test(arguments: Theme.builtIn) func `a theme written as TOML is read as the same theme`(_ theme: Theme)
        throws
    {
        var read = try Theme(file: "mine.toml", text: theme.toml)
        #expect(read.name == "mine.toml")
        read.name = theme.name
        #expect(read == theme)
    }

    @Test func `a missing key has the value of the base`() throws {
        let theme = try Theme(file: "mine.toml", text: "base = \"night\"\nsymbol_width = 10\n")
        #expect(theme.plate == Theme.night.plate && theme.symbol == Theme.night.symbol)
        #expect(theme.pens.symbolWidth == 10 && theme.pens.faintWidth == Pens.standard.faintWidth)
        #expect(try Theme(file: "empty.toml", text: "").plate == Theme.day.plate)
    }

    @Test(
        arguments: [
            ("plat = \"#000000\"", "1:1: unknown key \"plat\"; did you mean \"plate\"?"),
            ("base = \"day\"\nplate = \"blue\"", "2:1: \"plate\" must be a colour such as \"#0b3f86\", not \"blue\""),
            ("plate = \"#12345\"", "must be a colour"), ("plate = \"#+12345\"", "must be a colour"),
            ("plate = \"#1234567\"", "must be a colour"), ("plate = \"#-00000\"", "must be a colour"),
            ("plate = \"#१23456\"", "must be a colour"), ("plate = \"0b3f86#\"", "must be a colour"),
            ("plate = 12", "must be a text"),
            ("base = \"dusk\"", "\"base\" must be one of day, night, contrast, not \"dusk\""),
            ("symbol_width = 40", "1:1: \"symbol_width\" must be 6.0 to 16.0 units of 96, not 40.0"),
            ("gap = nan", "\"gap\" must be 1.0 to 5.0"), ("gap = \"3\"", "\"gap\" must be a number"),
            ("faint_width = 10", "at most three quarters of \"symbol_width\""),
            ("head_width = 20", "at least twice \"symbol_width\""), ("font = \"\"", "must name a font"),
            (
                "plate = \"#777777\"",
                "1:1: \"symbol\" #ffffff on \"plate\" #777777 has a contrast of 4.4 to 1; it must be at least 4.5 to 1"
            ),
            ("faint = \"#0b3f86\"", "1:1: \"faint\" #0b3f86 on \"plate\" #0b3f86 has a contrast of 1.0 to 1"),
            ("plate = ", "1:9:"),
        ])
    func `the error for an invalid theme has its line and a remedy`(_ text: String, _ part: String) {
        let error = #expect(throws: ConfigurationError.self) { try Theme(file: "mine.toml", text: text) }
        #expect(error?.description.hasPrefix("mine.toml:") == true)
        #expect(error?.description.contains(part) == true, "\(error?.description ?? "")")
    }

    @Test func `a theme is found by its name or its file`() throws {
        let folder = try ScratchFolder()
        try folder.write("mine.toml", Array("plate = \"#000000\"\n".utf8))
        #expect(try Theme(named: "night") == .night)
        #expect(try Theme(named: "\(folder.path)/mine.toml").plate == Color(0, 0, 0))
        #expect(throws: ConfigurationError.self) { try Theme(named: "\(folder.path)/none.toml") }
        let error = #expect(throws: ConfigurationError.self) { try Theme(named: "nigth") }
        #expect(error?.description.contains("did you mean \"night\"?") == true)
    }

    @Test(arguments: ["#000000", "#ffffff", "#0b3f86", "#7f8081"]) func `a colour is formatted as it was parsed`(
        _ hex: String
    ) {
        #expect(Color(hex: hex)?.hex == hex)
        #expect(Color(hex: hex.uppercased())?.hex == hex)
    }

    @Test func `the line widths affect the picture`() throws {
        let thin = try Theme(file: "thin.toml", text: "symbol_width = 7\nfaint_width = 3\nhead_width = 20")
        let style = PictureStyle(size: .banner, scale: 2, theme: thin)
        for picture in SignPicture.allCases where picture != .destination && picture != .ferryBoat {
            let (one, other) = (Picture(Sign(picture), pens: thin.pens), Picture(Sign(picture)))
            let renderer = PictureRenderer(style: style)
            if case .ferryTrain = picture { continue }
            let (ink, usual) = (try renderer.inkShare(one), try renderer.inkShare(other))
            #expect(ink < usual, "\(picture)")
        }
    }
}

extension PictureRenderer {
    /// The share of the picture in the colour of the symbol.
    fileprivate func inkShare(_ picture: Picture) throws -> Double {
        let pixels = try pixels(picture)
        let symbol = pixels.argb.count { $0 & 0xFFFFFF == 0xFFFFFF }
        return Double(symbol) / Double(pixels.argb.count)
    }
}
