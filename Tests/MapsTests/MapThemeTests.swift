import Pictures
import Testing

@testable import Maps

@Suite("Colours of maps")
struct MapThemeTests {
    @Test(arguments: MapTheme.builtIn) func `texts are legible on their halo`(theme: MapTheme) {
        #expect(theme.text.contrast(to: theme.halo) >= 4.5)
        #expect(theme.waterText.contrast(to: theme.halo) >= 4.5)
        #expect(theme.shieldText.contrast(to: theme.shield) >= 4.5)
    }

    /// The halo is three pixels wide, so the colours beside it matter too.
    @Test(arguments: [MapTheme.day, .night]) func `texts are legible on everything that they may cover`(theme: MapTheme)
    {
        for known in MapClass.allCases where ![.rail, .tram, .path, .track, .ferry].contains(known) {
            #expect(theme.text.contrast(to: theme.color(of: known)) >= 4.5, "\(theme.name) \(known)")
        }
        #expect(theme.text.contrast(to: theme.land) >= 4.5)
        #expect(theme.waterText.contrast(to: theme.water) >= 4.5)
    }

    @Test(arguments: [MapTheme.day, .night, .contrast]) func `the route stands out from roads and land`(theme: MapTheme)
    {
        #expect(theme.route.contrast(to: theme.land) >= 3)
        #expect(theme.route.contrast(to: theme.driven) >= 1.5)
        #expect(theme.arrow.contrast(to: theme.arrowEdge) >= 4.5)
    }

    @Test func `a map has the name of the theme of the signs`() throws {
        for theme in Theme.builtIn { #expect(MapTheme(theme).name == theme.name) }
        #expect(MapTheme(try Theme(file: "mine.toml", text: "plate = \"#000000\"")).name == "night")
        #expect(MapTheme(try Theme(file: "mine.toml", text: "plate = \"#0b3f86\"")).name == "day")
    }

    @Test(arguments: MapClass.allCases) func `lines grow with the zoom`(known: MapClass) {
        let widths = stride(from: 0.0, through: 20, by: 0.25).map { known.width(zoom: $0) }
        let shown = widths.drop { $0 == nil }.compactMap { $0 }
        #expect(!shown.isEmpty && shown == shown.sorted() && shown.count == widths.count { $0 != nil })
        #expect(known.isArea || shown.allSatisfy { $0 > 0 })
    }
}
