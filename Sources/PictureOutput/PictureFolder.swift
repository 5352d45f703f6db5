public import NavigationControl
import Pictures
import Platform

/// A folder with the picture as PNG, SVG and pixels for a panel, the line of text, and a JSON document.
///
/// Each file is replaced atomically. The JSON document is replaced last and contains the checksums of the other files,
/// so that a reader can check that they belong together.
public struct PictureFolder: PictureDisplay {
    private let folder: OutputFolder
    private let name: String
    private let pictures: PictureFiles
    private let panel: PanelSize?
    private let unused: [String]
    /// The files that this process has written, by name.
    private var written: [String: [UInt8]] = [:]

    /// Creates the display; writes nothing.
    ///
    /// - Parameters:
    ///   - settings: The path of the folder, the style and the size of the panel.
    ///   - name: The name of the files, without an extension.
    ///   - unused: Companions that the control has only with other settings; their files are removed.
    ///   - pictures: The cache in which the files are drawn; `nil` for a new one.
    ///   - folder: Replaces the folder of the settings, for tests.
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

    /// Creates the folder if it is missing and removes files that only other settings of this control would write.
    public func open() throws(DisplayError) {
        do {
            try folder.open()
            try folder.remove(
                unused.flatMap { ["\($0).png", "\($0).svg"] } + (panel == nil ? ["\(name).rgb565"] : []))
        } catch { throw DisplayError(error) }
        folder.removeLeftovers(of: ["png", "svg", "rgb565", "txt", "json"].map { "\(name).\($0)" })
    }

    /// Writes the changed files.
    public mutating func show(_ content: DisplayContent) throws(DisplayError) {
        let files = try draw(content)
        let isWhole = isIntact()
        let changed = files.filter { !isWhole || written[$0.name] != $0.bytes }
        guard !changed.isEmpty else { return }
        written = [:]
        do { try folder.replace(changed) } catch { try replaceFromScratch(files) }
        written = Dictionary(files.map { ($0.name, $0.bytes) }) { $1 }
    }

    /// Whether all written files exist.
    public func isIntact() -> Bool { written.keys.allSatisfy(folder.has) }

    /// Removes the files before writing: they are out of date, a wrong instruction is worse than none, and the disk may
    /// be full. Creates the folder again if it was removed.
    private func replaceFromScratch(_ files: [OutputFolder.File]) throws(DisplayError) {
        do {
            try folder.open()
            try folder.remove(files.map(\.name))
            try folder.replace(files)
        } catch { throw DisplayError(error) }
    }

    /// A file of the folder with its checksum.
    private typealias Named = (name: String, file: PictureFiles.File)

    private func draw(_ content: DisplayContent) throws(DisplayError) -> [OutputFolder.File] {
        var files: [Named] = []
        do {
            files.append(("\(name).png", try pictures.png(content.picture)))
            files.append(("\(name).svg", try pictures.svg(content.picture)))
            if let panel { files.append(("\(name).rgb565", try pictures.frame(content.picture, panel))) }
            for companion in content.companions {
                files.append(("\(companion.name).png", try pictures.png(companion.picture, size: .list)))
                files.append(("\(companion.name).svg", try pictures.svg(companion.picture, size: .list)))
            }
        } catch { throw .drawing(error) }
        if let line = content.line {
            let bytes = Array((line + "\n").utf8)
            files.append(
                ("\(name).txt", PictureFiles.File(bytes: bytes, checksum: CyclicChecksum.of(bytes).hexadecimal)))
        }
        return files.map { ($0.name, $0.file.bytes) } + [document(content, beside: files)]
    }

    private func document(_ content: DisplayContent, beside files: [Named]) -> OutputFolder.File {
        let sums = files.map { name, file in
            JSONText.Member(name, ["bytes": .integer(file.bytes.count), "crc32": .string(file.checksum)])
        }
        let json = JSONText.object(content.document + [JSONText.Member("files", .object(sums))])
        return ("\(name).json", json.bytes + [UInt8(ascii: "\n")])
    }
}
