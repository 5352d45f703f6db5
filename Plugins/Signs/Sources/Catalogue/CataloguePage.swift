import Pictures

/// The data of one picture on the page.
struct CatalogueCard {
    var entry: CatalogueEntry
    /// The SVG of the picture in each theme.
    var svgs: [[UInt8]] = []
    /// The share of the board that is not background, 0...1.
    var inkShare = 0.0
    /// The variants and sizes in bytes of the PNG files of the first theme.
    var pngSizes: [String] = []

    init(entry: CatalogueEntry) { self.entry = entry }
}

/// The page, with all pictures inline.
struct CataloguePage {
    private let themes: [Theme]
    private var body = ""
    private(set) var count = 0

    init(themes: [Theme]) { self.themes = themes }

    mutating func begin(_ section: CatalogueSection) {
        if !body.isEmpty { body += "</div>\n" }
        body += "<h2>\(Self.escaped(section.title))</h2>\n<p>\(Self.escaped(section.text))</p>\n<div class=cards>\n"
    }

    mutating func add(_ card: CatalogueCard) {
        count += 1
        let label = Self.escaped(card.entry.name)
        let large = card.svgs.enumerated().map { Self.inline($0.element, id: "p\(count)-\($0.offset)", label) }
        let small = card.svgs.enumerated().map { Self.small($0.element, id: "p\(count)-\($0.offset)") }
        let permille = Int((card.inkShare * 1000).rounded())
        let svgBytes = card.svgs.first?.count ?? 0
        body += """
            <figure><div>\(large.joined())</div><div>\(small.joined())</div>\
            <figcaption><b>\(label)</b><br>\(Self.escaped(card.entry.note))<br>\
            <small>ink \(permille / 10).\(permille % 10) % · SVG \(svgBytes) bytes · PNG \
            \(card.pngSizes.joined(separator: ", "))</small></figcaption></figure>

            """
    }

    /// The whole page.
    var html: [UInt8] {
        let names = themes.map { Self.escaped($0.fileName) }.joined(separator: ", ")
        return Array(
            """
            <!DOCTYPE html>
            <html lang=en><meta charset=utf-8><meta name=viewport content="width=device-width">
            <title>navbus signs</title>
            <style>
            body { font: 14px/1.4 sans-serif; margin: 24px; background: #fff; color: #111 }
            .cards { display: flex; flex-wrap: wrap; gap: 16px }
            figure { margin: 0; padding: 12px; border: 1px solid #ccc; border-radius: 8px; max-width: 100% }
            figure div { display: flex; flex-wrap: wrap; gap: 6px; margin-bottom: 6px }
            figcaption { width: 0; min-width: 100%; overflow-wrap: anywhere }
            svg { max-width: 100%; height: auto }
            small { color: #555 }
            @media (prefers-color-scheme: dark) { body { background: #1c1e21; color: #eee } small { color: #aaa } }
            </style>
            <h1>Signs and lanes of navbus</h1>
            <p>\(count) pictures in the themes \(names), at 96 and at 48 points. Bytes of PNG are those of the first
            theme, at SIZE@SCALE.</p>
            \(body)</div>
            </html>

            """.utf8)
    }

    /// The SVG with an id.
    private static func inline(_ svg: [UInt8], id: String, _ label: String) -> String {
        "<svg role=img id=\(id) aria-label=\"\(label)\"" + String(decoding: svg, as: UTF8.self).dropFirst(4)
    }

    /// The same SVG at half its size.
    private static func small(_ svg: [UInt8], id: String) -> String {
        let text = String(decoding: svg, as: UTF8.self)
        guard let box = text.firstRange(of: "viewBox=\"").map({ text[$0.upperBound...].prefix { $0 != "\"" } }) else {
            return ""
        }
        let sides = box.split(separator: " ").compactMap { Double($0) }
        guard sides.count == 4 else { return "" }
        return "<svg aria-hidden=true width=\(sides[2] / 2) height=\(sides[3] / 2) viewBox=\"\(box)\">"
            + "<use href=\"#\(id)\"/></svg>"
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
    }
}
