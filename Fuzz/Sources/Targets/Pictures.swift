@testable import NavigationControl
@testable import NavigationEvents
@testable import Pictures
@testable import Platform
@testable import TOML
@testable import Watch
@testable import Web

extension FuzzTarget {
    /// A theme of a user: an accepted theme can be written, read again and used for drawing.
    static let theme = FuzzTarget(name: "theme", maxBytes: 1024, reaches: ["Color"]) { bytes throws(FuzzFinding) in
        guard let text = String(validating: bytes, as: UTF8.self) else { return }
        let theme: Theme
        let again: Theme
        do throws(ConfigurationError) {
            theme = try Theme(file: "fuzz.toml", text: text)
        } catch {
            let isPlaced = error.place?.line ?? 1 > 0 && error.place?.column ?? 1 > 0
            return try FuzzFinding.unless(!"\(error)".isEmpty && isPlaced, "an error without a place: \(error)")
        }
        do throws(ConfigurationError) {
            again = try Theme(file: "fuzz.toml", text: theme.toml)
        } catch {
            throw FuzzFinding("a theme that was written cannot be read: \(error)")
        }
        try FuzzFinding.unless(again == theme, "a theme that reads differently: \(theme.toml)")
        let caption = SignCaption(distance: "300 m", street: "Hauptstraße", exitNumber: "9A", place: .below)
        let sign = Sign(.roundabout(.straight, .counterclockwise), exitNumber: 12, exitAngleDegrees: 15)
        try check(Picture(sign, caption: caption, pens: theme.pens, font: theme.font), theme)
    }

    /// A name of a street, place or control, on a sign, in a terminal and in JSON.
    static let shownText = FuzzTarget(
        name: "shown-text", maxBytes: 256, reaches: ["TextLine", "Typesetter", "CaptionLayout", "ExitShield"]
    ) { bytes throws(FuzzFinding) in
        let text = String(decoding: bytes, as: UTF8.self)
        let shown = text.displayable
        try FuzzFinding.unless(
            shown.unicodeScalars.count == text.unicodeScalars.count,
            "places in a text that move: \(text.debugDescription)")
        let line: JSONText = ["text": .string(text)]
        try JSONCheck.check(line.bytes, holds: text)
        for isASCII in [false, true] {
            var frame = ScreenFrame(columns: 40, rows: 2, isASCII: isASCII)
            frame.put(shown, row: 0, column: 3)
            frame.put(shown, row: 0, column: 12, before: 20)
            try check(frame)
            let wrapped = TextLines.wrapped(shown, columns: 20, isASCII: isASCII)
            try FuzzFinding.unless(
                wrapped.allSatisfy { $0.unicodeScalars.reduce(0) { $0 + $1.columns } <= 24 }, "a line too long")
        }
        let texts = text.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        for place in SignCaption.Place.allCases {
            let caption = SignCaption(
                distance: texts.count > 1 ? texts[1] : "", street: texts[0],
                exitNumber: texts.count > 2 ? texts[2] : "",
                place: place)
            let picture = Picture(Sign(.straight), caption: caption)
            try check(picture, .day)
            for point in picture.shapes.flatMap(\.path.points) {
                try FuzzFinding.unless(
                    (-2...picture.width + 2).contains(point.x) && (-2...picture.height + 2).contains(point.y),
                    "ink at \(point), beside a board of \(picture.width) × \(picture.height)")
            }
        }
    }

    /// Signs and lanes of any maneuver, as lines, pixels, characters and texts.
    static let picture = FuzzTarget(
        name: "picture", maxBytes: 512, seeds: { [[1], Array(0...255), [43, 0, 0, 0, 1, 1, 1, 3, 1, 2, 1, 4, 9]] }
    ) { bytes throws(FuzzFinding) in
        var script = ByteScript(bytes)
        let theme = Theme.builtIn[script.byte() % Theme.builtIn.count]
        var pens = Pens.standard
        for (_, path, range) in Pens.ranges {
            pens[keyPath: path] =
                range.lowerBound + (range.upperBound - range.lowerBound) * Double(script.byte()) / 255
        }
        let form = CharacterPicture.Form.allCases[script.byte() % 3]
        let (rows, panel) = (script.byte(), PanelSides(width: 16 + script.byte(), height: 16 + script.byte()))
        let step = script.step()
        let sign = Sign(step)
        try FuzzFinding.unless(
            [sign.turnAngleDegrees, sign.exitAngleDegrees].allSatisfy { $0?.isFinite ?? true }, "\(sign)")
        try FuzzFinding.unless(Sign(step) == sign, "two signs of one step")
        let pictures = [Picture(sign, pens: pens), Picture(lanes: step.lanes, pens: pens)].compactMap { $0 }
        try FuzzFinding.unless(pictures.count == (step.lanes.isEmpty ? 1 : 2), "lanes without a picture")
        for picture in pictures {
            try check(picture, theme)
            try check(String(decoding: SVGWriter(.classes).bytes(picture), as: UTF8.self))
            let renderer = PictureRenderer(style: PictureStyle(theme: theme))
            let pixels = try drawn { () throws(PictureError) in
                try renderer.rgb565(picture, width: panel.width, height: panel.height)
            }
            try FuzzFinding.unless(pixels.count == 2 * panel.width * panel.height, "pixels are missing")
            try check(
                try drawn { () throws(PictureError) in try CharacterPicture(picture, rows: rows % 16, form: form) })
        }
        if let tiles = CharacterPicture(lanes: step.lanes, form: form) { try check(tiles) }
        let texts = [LaneWords(lanes: step.lanes).text, LaneLine(lanes: step.lanes).text, SignWords(step).text]
        for text in texts { try FuzzFinding.unless(text == text.displayable, "\(text.debugDescription)") }
    }

    private struct PanelSides {
        var width: Int
        var height: Int
    }

    // MARK: - Laws

    /// It has a place for everything, and is drawn.
    private static func check(_ picture: Picture, _ theme: Theme) throws(FuzzFinding) {
        try FuzzFinding.unless(
            picture.width > 0 && picture.height > 0 && picture.width < 2000 && picture.height < 2000,
            "a board of \(picture.width) × \(picture.height)")
        for point in picture.shapes.flatMap(\.path.points) {
            try FuzzFinding.unless(point.x.isFinite && point.y.isFinite, "a point nowhere")
        }
        let renderer = PictureRenderer(style: PictureStyle(size: .list, theme: theme))
        let svg = try drawn { () throws(PictureError) in try renderer.svg(picture) }
        try check(String(decoding: svg, as: UTF8.self))
        let png = try drawn { () throws(PictureError) in try renderer.png(picture) }
        try FuzzFinding.unless(png.starts(with: [0x89, 0x50, 0x4E, 0x47]), "no PNG")
    }

    /// Whatever is to be drawn can be.
    private static func drawn<Drawn>(_ draw: () throws(PictureError) -> Drawn) throws(FuzzFinding) -> Drawn {
        do throws(PictureError) {
            return try draw()
        } catch {
            throw FuzzFinding("failed to \(error)")
        }
    }

    private static func check(_ svg: String) throws(FuzzFinding) {
        try FuzzFinding.unless(
            !svg.contains("nan") && !svg.contains("inf") && !svg.contains("<text") && svg.contains("</svg>"),
            "an SVG that browsers refuse: \(svg)")
        for path in svg.split(separator: " d=\"").dropFirst() {
            let data = path.prefix { $0 != "\"" }
            try FuzzFinding.unless(
                data.isEmpty || data.first == "M" && data.allSatisfy { "Mlhvcz.- 0123456789".contains($0) },
                "no path: \(data)")
        }
    }

    /// Its rows are equally long, and of the characters of its form.
    private static func check(_ picture: CharacterPicture) throws(FuzzFinding) {
        try FuzzFinding.unless(
            Set(picture.cells.map(\.count)).count <= 1, "rows of different lengths")
    }

    /// Every cell holds what a terminal shows in so many columns, and steers nothing.
    static func check(_ frame: ScreenFrame) throws(FuzzFinding) {
        try FuzzFinding.unless(frame.cells.count == frame.columns * frame.rows, "cells are missing")
        for row in 0..<frame.rows {
            let cells = (0..<frame.columns).map { frame[row, $0] }
            for (column, cell) in cells.enumerated() {
                let text = cell.glyph.text
                try FuzzFinding.unless(
                    text == text.displayable && text.utf8.count <= 15
                        && (!frame.isASCII || text.utf8.allSatisfy { $0 < 0x7F }),
                    "a cell that holds \(text.debugDescription)")
                let isWhole =
                    cell.glyph.width == 2
                    ? column + 1 < cells.count && cells[column + 1].glyph.width == 0
                    : cell.glyph.width == 1 || column > 0 && cells[column - 1].glyph.width == 2
                try FuzzFinding.unless(isWhole, "half a glyph: \(text.debugDescription)")
            }
        }
    }
}
