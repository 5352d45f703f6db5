public import NavigationControl
public import Pictures
import Platform

/// A folder with every picture of a run, numbered in order: `001.png`, `001.svg`, `002.png` …
///
/// A process that is restarted during a run continues the album; another run clears it. The picture of a maneuver that
/// is shown again, after silence of the bus or a restart, is stored once.
///
/// A marker file identifies the folder as an album, so that no other numbered pictures are removed.
public struct PictureAlbum {
    /// The maneuver and the route of a picture.
    private struct ManeuverID: Equatable {
        var step: Int64
        var route: Int64
    }

    /// The name of the file that marks a folder as an album.
    public static let marker = ".navbus-album"

    private let folder: OutputFolder
    private let pictures: PictureFiles
    private let memory: ControlMemory
    private var count = 0
    private var last: ManeuverID?

    /// Creates the album; writes nothing.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - pictures: The cache in which the files are drawn.
    ///   - memory: The memory of the control, with the last picture of a previous process.
    public init(path: String, pictures: PictureFiles, memory: ControlMemory) {
        folder = OutputFolder(path)
        self.pictures = pictures
        self.memory = memory
    }

    /// Opens the album, and clears it in a new run.
    ///
    /// - Throws: `OutputFolder.Failure` if the folder cannot be written, or contains numbered pictures of another origin.
    public mutating func open() throws {
        try folder.open()
        let found = folder.names().filter { Self.number(of: $0) != nil }
        guard folder.has(Self.marker) else {
            guard found.isEmpty else {
                throw OutputFolder.Failure.folder(
                    path: folder.path,
                    reason: "it contains numbered pictures that are not of an album; set \"album\" to an empty folder")
            }
            return try folder.replace(Self.marker, with: [])
        }
        guard memory.isRecovered else { return try folder.remove(found) }
        // The SVG is written last: a PNG alone is incomplete.
        count = found.filter { $0.hasSuffix(".svg") }.compactMap(Self.number).max() ?? 0
        if let step = memory.number("albumStep"), let route = memory.number("albumRoute") {
            last = ManeuverID(step: step, route: route)
        }
    }

    /// Adds the picture of a step, unless it is already the last one.
    ///
    /// - Parameters:
    ///   - picture: The picture.
    ///   - step: The number of the step.
    ///   - routeID: The route of the step.
    /// - Throws: `PictureError` or `OutputFolder.Failure`; the next picture is tried again.
    public mutating func add(_ picture: Picture, step: Int, of routeID: String) throws {
        let maneuverID = ManeuverID(step: Int64(step), route: Int64(bitPattern: FNVHash.of(routeID.utf8)))
        guard maneuverID != last else { return }
        let name = Self.name(count + 1)
        try folder.replace([
            ("\(name).png", try pictures.png(picture).bytes), ("\(name).svg", try pictures.svg(picture).bytes),
        ])
        count += 1
        last = maneuverID
        memory.note("albumStep", maneuverID.step)
        memory.note("albumRoute", maneuverID.route)
    }

    /// Ends a navigation: the first picture of the next one counts as new, even if it is equal.
    public mutating func endDrive() { last = nil }

    private static func name(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 3 - digits.count)) + digits
    }

    /// The number of a file of the album; `nil` for other files.
    private static func number(of file: String) -> Int? {
        let parts = file.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1] == "png" || parts[1] == "svg", let number = Int(parts[0]), number > 0,
            name(number) == parts[0]
        else { return nil }
        return number
    }
}
