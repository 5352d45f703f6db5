import NavigationControl
import Pictures

/// A folder with the picture as PNG and SVG, as pixels for a panel, the line, and the JSON that says what it shows.
///
/// Whoever reads a file sees the old one or the new one, never a part. The JSON takes its place last and names the check
/// sums of all others, so that a reader knows whether they belong to it.
public struct PictureFolder: PictureDisplay {
    private let folder: OutputFolder
    private let name: String
    private let renderer: PictureRenderer
    private let panel: PanelSize?
    private var cache = PictureCache<Subject, Drawn>(mostKept: 32)
    /// What is there now, as far as this process has written it.
    private var written: [String: [UInt8]] = [:]

    /// Makes it; nothing is touched yet.
    ///
    /// - Parameter name: Of the files, without an ending.
    public init(_ settings: PictureSettings, name: String) {
        folder = OutputFolder(settings.folder)
        self.name = name
        renderer = PictureRenderer(style: settings.style)
        panel = settings.panel
    }

    /// Makes the folder where it is missing.
    public func open() throws(DisplayError) {
        do { try folder.open() } catch { throw DisplayError(error) }
        folder.removeLeftovers(of: ["png", "svg", "rgb565", "txt", "json"].map { "\(name).\($0)" })
    }

    /// Writes what has changed.
    public mutating func show(_ exhibit: Exhibit) throws(DisplayError) {
        let files = try draw(exhibit)
        let isWhole = isIntact()
        let changed = files.filter { !isWhole || written[$0.name] != $0.bytes }
        guard !changed.isEmpty else { return }
        written = [:]
        do { try folder.replace(changed) } catch { try replaceFromScratch(files) }
        written = Dictionary(files.map { ($0.name, $0.bytes) }) { $1 }
    }

    /// Whether no file is missing.
    public func isIntact() -> Bool { written.keys.allSatisfy(folder.has) }

    /// What is there is out of date: a wrong instruction is worse than none, so it goes, which makes room as well. A
    /// folder that somebody has taken away is made again.
    private func replaceFromScratch(_ files: [OutputFolder.File]) throws(DisplayError) {
        do {
            try folder.open()
            try folder.remove(files.map(\.name))
            try folder.replace(files)
        } catch { throw DisplayError(error) }
    }

    /// What was drawn before is not drawn again: most changes leave the picture as it is.
    private struct Subject: Hashable, Sendable {
        var picture: Picture?
        var size: PictureStyle.Size
    }

    private struct Drawn: Sendable {
        var png: [UInt8]
        var svg: [UInt8]
    }

    private mutating func draw(_ exhibit: Exhibit) throws(DisplayError) -> [OutputFolder.File] {
        var files: [OutputFolder.File] = []
        do {
            files += try pictures(exhibit.picture, name, renderer.style.size)
            if let panel {
                let pixels = try renderer.rgb565(exhibit.picture, width: panel.width, height: panel.height)
                files.append(("\(name).rgb565", pixels))
            }
            for companion in exhibit.companions { files += try pictures(companion.picture, companion.name, .list) }
        } catch { throw .drawing(error) }
        if let line = exhibit.line { files.append(("\(name).txt", Array((line + "\n").utf8))) }
        return files + [document(exhibit, beside: files)]
    }

    private mutating func pictures(
        _ picture: Picture?, _ name: String, _ size: PictureStyle.Size
    ) throws(PictureError) -> [OutputFolder.File] {
        var renderer = renderer
        renderer.style.size = size
        let drawn = try cache.drawn(Subject(picture: picture, size: size)) { _ throws(PictureError) in
            Drawn(png: try renderer.png(picture), svg: try renderer.svg(picture))
        }
        return [
            ("\(name).png", drawn.png), ("\(name).svg", drawn.svg),
        ]
    }

    private func document(_ exhibit: Exhibit, beside files: [OutputFolder.File]) -> OutputFolder.File {
        let sums = files.map { file in
            JSONText.Member(
                file.name,
                ["bytes": .integer(file.bytes.count), "crc32": .string(Checksum.text(of: file.bytes))])
        }
        let json = JSONText.object(exhibit.document + [JSONText.Member("files", .object(sums))])
        return ("\(name).json", json.bytes + [UInt8(ascii: "\n")])
    }
}
