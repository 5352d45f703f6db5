import NavigationControl
import PictureOutput
import Pictures

/// Keeps every sign of a drive, numbered in the order in which they were shown: `001.png`, `001.svg`, `002.png` …
///
/// A process that is started again in the middle of a run goes on; in another run the album begins anew, empty. A sign
/// that is shown again, because the bus was silent or the process new, is kept once.
///
/// The folder is for this alone, and says so by a file of its own: numbered pictures of somebody are not taken away.
struct SignAlbum {
    /// Which maneuver of which route a sign is for.
    private struct Occasion: Equatable {
        var step: Int64
        var route: Int64
    }

    /// By this file a folder is known as an album.
    static let marker = ".navbus-album"

    private let folder: OutputFolder
    private let pictures: PictureFiles
    private let memory: ControlMemory
    private var count = 0
    private var last: Occasion?

    /// Makes it; nothing is touched yet.
    ///
    /// - Parameter memory: Knows whether a process before this one has begun the album, and what it kept last.
    init(path: String, pictures: PictureFiles, memory: ControlMemory) {
        folder = OutputFolder(path)
        self.pictures = pictures
        self.memory = memory
    }

    /// Makes ready to keep signs.
    mutating func open() throws {
        try folder.open()
        let found = folder.names().filter { Self.number(of: $0) != nil }
        guard folder.has(Self.marker) else {
            guard found.isEmpty else {
                throw OutputFolder.Failure.folder(
                    path: folder.path,
                    reason: "it holds numbered pictures of somebody, and an album takes one of its own")
            }
            return try folder.replace(Self.marker, with: [])
        }
        guard memory.isInherited else { return try folder.remove(found) }
        // The SVG takes its place last: a PNG alone was cut short.
        count = found.filter { $0.hasSuffix(".svg") }.compactMap(Self.number).max() ?? 0
        if let step = memory.number("albumStep"), let route = memory.number("albumRoute") {
            last = Occasion(step: step, route: route)
        }
    }

    /// Adds the sign of a step.
    mutating func add(_ picture: Picture, step: Int, of routeID: String) throws {
        let occasion = Occasion(step: Int64(step), route: Self.fingerprint(routeID))
        guard occasion != last else { return }
        let name = Self.name(count + 1)
        try folder.replace([
            ("\(name).png", try pictures.png(picture).bytes), ("\(name).svg", try pictures.svg(picture).bytes),
        ])
        count += 1
        last = occasion
        memory.note("albumStep", occasion.step)
        memory.note("albumRoute", occasion.route)
    }

    /// Navigation has ended: the first sign of the next one is another, whatever it looks like.
    mutating func endDrive() { last = nil }

    private static func name(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 3 - digits.count)) + digits
    }

    /// The number of a file of the album; `nil` if it is none.
    private static func number(of file: String) -> Int? {
        let parts = file.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1] == "png" || parts[1] == "svg", let number = Int(parts[0]), number > 0,
            name(number) == parts[0]
        else { return nil }
        return number
    }

    /// A number that stands for a name (FNV-1a): a memory keeps numbers.
    private static func fingerprint(_ name: String) -> Int64 {
        Int64(
            bitPattern: name.utf8.reduce(0xCBF2_9CE4_8422_2325) { hash, byte in
                (hash ^ UInt64(byte)) &* 0x100_0000_01B3
            })
    }
}
