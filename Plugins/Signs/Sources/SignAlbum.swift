import NavigationControl
import PictureOutput
import Pictures

/// Keeps every sign of a drive, numbered in the order in which they were shown: `001.png`, `001.svg`, `002.png` …
struct SignAlbum {
    private let folder: OutputFolder
    private let renderer: PictureRenderer
    private var count = 0
    /// The sign that a process before this one put in last; it is shown again after a restart, and kept once.
    private var last: [UInt8]?

    init(path: String, style: PictureStyle) {
        folder = OutputFolder(path)
        renderer = PictureRenderer(style: style)
    }

    /// Makes ready to keep signs.
    ///
    /// - Parameter isContinued: Whether a process before this one has begun the album: the numbers go on.
    mutating func open(isContinued: Bool) throws {
        try folder.open()
        guard isContinued else { return }
        while let svg = folder.read("\(Self.name(count + 1)).svg") {
            count += 1
            last = svg
        }
    }

    /// Adds a sign.
    mutating func add(_ picture: Picture) throws {
        let svg = try renderer.svg(picture)
        defer { last = nil }
        guard last != svg else { return }
        count += 1
        let name = Self.name(count)
        try folder.replace([
            ("\(name).png", try renderer.png(picture)),
            ("\(name).svg", svg),
        ])
    }

    private static func name(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 3 - digits.count)) + digits
    }
}
