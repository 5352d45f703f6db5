public import NavigationControl
import Pictures
import Platform

/// A folder with the picture as PNG and SVG, as pixels for a panel, the line, and the JSON that says what it shows.
///
/// Whoever reads a file sees the old one or the new one, never a part. The JSON takes its place last and names the check
/// sums of all others, so that a reader knows whether they belong to it.
public struct PictureFolder: PictureDisplay {
    private let folder: OutputFolder
    private let name: String
    private let pictures: PictureFiles
    private let panel: PanelSize?
    private let unused: [String]
    /// What is there now, as far as this process has written it.
    private var written: [String: [UInt8]] = [:]

    /// Makes it; nothing is touched yet.
    ///
    /// - Parameters:
    ///   - name: Of the files, without an ending.
    ///   - unused: Companions that the control has with other settings: what it has left of them goes.
    ///   - pictures: Where they are drawn; `nil` for a place of its own.
    ///   - folder: The folder of the settings, where it is not to be on any disk.
    public init(
        _ settings: PictureSettings, name: String, unused: [String] = [], pictures: PictureFiles? = nil,
        folder: OutputFolder? = nil
    ) {
        self.folder = folder ?? OutputFolder(settings.folder)
        self.name = name
        self.unused = unused
        self.pictures = pictures ?? PictureFiles(settings.style)
        panel = settings.panel
    }

    /// Makes the folder where it is missing, and takes away what nobody would write any more: with other settings this
    /// control may have shown more.
    public func open() throws(DisplayError) {
        do {
            try folder.open()
            try folder.remove(
                unused.flatMap { ["\($0).png", "\($0).svg"] } + (panel == nil ? ["\(name).rgb565"] : []))
        } catch { throw DisplayError(error) }
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

    /// A file of the folder, and what its bytes add up to.
    private typealias Named = (name: String, file: PictureFiles.File)

    private func draw(_ exhibit: Exhibit) throws(DisplayError) -> [OutputFolder.File] {
        var files: [Named] = []
        do {
            files.append(("\(name).png", try pictures.png(exhibit.picture)))
            files.append(("\(name).svg", try pictures.svg(exhibit.picture)))
            if let panel { files.append(("\(name).rgb565", try pictures.frame(exhibit.picture, panel))) }
            for companion in exhibit.companions {
                files.append(("\(companion.name).png", try pictures.png(companion.picture, size: .list)))
                files.append(("\(companion.name).svg", try pictures.svg(companion.picture, size: .list)))
            }
        } catch { throw .drawing(error) }
        if let line = exhibit.line {
            let bytes = Array((line + "\n").utf8)
            files.append(("\(name).txt", PictureFiles.File(bytes: bytes, checksum: Checksum.text(of: bytes))))
        }
        return files.map { ($0.name, $0.file.bytes) } + [document(exhibit, beside: files)]
    }

    private func document(_ exhibit: Exhibit, beside files: [Named]) -> OutputFolder.File {
        let sums = files.map { name, file in
            JSONText.Member(name, ["bytes": .integer(file.bytes.count), "crc32": .string(file.checksum)])
        }
        let json = JSONText.object(exhibit.document + [JSONText.Member("files", .object(sums))])
        return ("\(name).json", json.bytes + [UInt8(ascii: "\n")])
    }
}
