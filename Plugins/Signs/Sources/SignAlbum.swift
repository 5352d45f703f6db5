/// Keeps every sign of a drive, numbered in the order in which they were shown: `001.png`, `001.svg`, `002.png` …
struct SignAlbum {
    private let folder: SignFolder
    private var count = 0

    init(path: String) { folder = SignFolder(path: path) }

    func open() throws(SignsError) { try folder.open() }

    /// Adds a sign.
    mutating func add(_ files: SignFiles) throws(SignsError) {
        count += 1
        let digits = String(count)
        let name = String(repeating: "0", count: max(0, 3 - digits.count)) + digits
        try folder.write(files, as: name)
    }
}
