import Glibc
import Platform

/// The favourite and recent places of this machine, in a file that only its user can read.
struct PlaceFile: Sendable {
    /// The places, the latest first.
    struct Contents: Hashable, Sendable {
        var saved: [KeptPlace] = []
        var recent: [KeptPlace] = []
    }

    static let (maxSaved, maxRecent) = (100, 20)
    private static let maxBytes = 1 << 18
    private static let version = 1

    let path: String
    /// Called with a warning, as a whole sentence.
    private let warn: @Sendable (String) -> Void

    init(path: String, warn: @escaping @Sendable (String) -> Void) {
        self.path = path
        self.warn = warn
    }

    /// The places of the file. A damaged file is kept beside, and the list begins again.
    func contents() -> Contents {
        do throws(FileError) {
            guard let contents = Contents(try WholeFile.read(path, maxBytes: Self.maxBytes)) else {
                setAside("it is not a list of places")
                return Contents()
            }
            return contents
        } catch {
            if error.reason != .system(ENOENT) { setAside("\(error.reason)") }
            return Contents()
        }
    }

    /// Changes the places.
    ///
    /// - Throws: ``FileError`` if they cannot be written; the old ones remain.
    func change(_ body: (inout Contents) -> Void) throws(FileError) {
        var contents = contents()
        let old = contents
        body(&contents)
        guard contents != old else { return }
        contents.saved = Array(contents.saved.prefix(Self.maxSaved))
        contents.recent = Array(contents.recent.prefix(Self.maxRecent))
        guard PrivateFile.makeFolders(above: path) else { throw FileError(path: path, reason: .system(errno)) }
        let json: JSONText = [
            "version": .integer(Self.version), "saved": .array(contents.saved.map { .object($0.members) }),
            "recent": .array(contents.recent.map { .object($0.members) }),
        ]
        try WholeFile.replace(path, with: json.bytes, isSynchronized: true)
    }

    private func setAside(_ reason: String) {
        let kept = "\(path).damaged"
        if rename(path, kept) == 0 {
            warn("the kept places in \(path) cannot be read: \(reason); the file is now \(kept), and the list is empty")
        } else {
            warn("the kept places in \(path) cannot be read: \(reason); remove the file")
        }
    }
}

extension PlaceFile.Contents {
    /// Reads a file; `nil` if it is not one of this version.
    init?(_ bytes: [UInt8]) {
        guard let root = try? JSONDocument(bytes).root, root.member("version")?.number == 1,
            let saved = root.member("saved")?.elements, let recent = root.member("recent")?.elements
        else { return nil }
        self.init(saved: saved.compactMap(KeptPlace.init), recent: recent.compactMap(KeptPlace.init))
    }

    /// Keeps a place as a favourite.
    mutating func save(_ place: KeptPlace) {
        saved.removeAll { $0.id == place.id }
        saved.insert(place, at: 0)
    }

    /// Notes that a drive to a place has begun.
    mutating func visit(_ place: KeptPlace) {
        recent.removeAll { $0.id == place.id }
        recent.insert(place, at: 0)
    }

    /// Erases a place from both lists; all places without an id.
    mutating func erase(_ id: String?) {
        saved.removeAll { id == nil || $0.id == id }
        recent.removeAll { id == nil || $0.id == id }
    }
}
