import NavigationControl
import Pictures

/// Writes the catalogue into a folder.
struct CatalogueWriter {
    var folder: String
    var themes: [Theme]
    var sections = CatalogueSection.all

    /// Writes all files.
    ///
    /// - Returns: A summary in one line.
    @discardableResult
    func write() throws -> String {
        let (root, images) = (OutputFolder(folder), OutputFolder(folder + "/png"))
        try root.open()
        try images.open()
        var (files, bytes) = (0, 0)
        var page = CataloguePage(themes: themes)
        for section in sections {
            page.begin(section)
            for entry in section.entries {
                var card = CatalogueCard(entry: entry)
                for (index, theme) in themes.enumerated() {
                    guard let picture = entry.picture(theme.pens) else { continue }
                    card.svgs.append(try PictureRenderer(style: PictureStyle(theme: theme)).svg(picture))
                    if index == 0 { card.inkShare = try picture.inkShare() }
                    for variant in PictureVariant.all {
                        let png = try PictureRenderer(style: variant.style(theme)).png(picture)
                        try images.replace("\(entry.name)-\(variant.name)-\(theme.fileName).png", with: png)
                        files += 1
                        bytes += png.count
                        if index == 0 { card.pngSizes.append("\(variant.name) \(png.count)") }
                    }
                }
                page.add(card)
            }
        }
        let sheet = try CatalogueSheet.svg(CatalogueSection.pictures, theme: themes.first ?? .day)
        try root.replace("signs.svg", with: sheet)
        try root.replace("index.html", with: page.html)
        return "\(folder): \(page.count) pictures, \(files) PNG of \(bytes / 1024) KB; open \(folder)/index.html"
    }
}

/// A size and a scale.
struct PictureVariant {
    var size: PictureStyle.Size
    var scale: Int

    static let all = PictureStyle.Size.allCases.flatMap { size in
        PictureStyle.scales.map { PictureVariant(size: size, scale: $0) }
    }

    var name: String { "\(size.rawValue)@\(scale)" }

    func style(_ theme: Theme) -> PictureStyle { PictureStyle(size: size, scale: scale, theme: theme) }
}

/// An overview of the 40 pictures, as one picture.
enum CatalogueSheet {
    private static let columns = 10
    private static let cell = 104.0

    static func svg(_ section: CatalogueSection, theme: Theme) throws(PictureError) -> [UInt8] {
        let pictures = section.entries.compactMap { $0.picture(theme.pens) }
        let rows = (pictures.count + columns - 1) / columns
        let shapes = pictures.enumerated().flatMap { index, picture in
            picture.moved(
                right: Double(index % columns) * cell + 4, down: Double(index / columns) * cell + 4
            ).shapes
        }
        let sheet = Picture(width: Double(columns) * cell, height: Double(rows) * cell, shapes: shapes)
        return try PictureRenderer(style: PictureStyle(theme: theme)).svg(sheet)
    }
}

extension Theme {
    /// The name of the theme in file names; a custom theme with the name of a built-in one gets a prefix.
    var fileName: String {
        let last = name.split(separator: "/").last.map(String.init) ?? name
        guard last.hasSuffix(".toml") else { return last }
        let own = String(last.dropLast(5))
        return Theme.builtIn.contains { $0.name == own } ? "own-\(own)" : own
    }
}
