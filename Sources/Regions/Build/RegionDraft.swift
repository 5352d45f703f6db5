import Glibc
import Platform

/// The hidden folder in which a region is built. It keeps finished parts after an interruption.
final class RegionDraft {
    let folder: String
    let name: RegionName
    private let library: String
    private let lock: Int32
    /// The parts that are finished, with the seconds that each took.
    private(set) var finished: [RegionPart: Double] = [:]
    private static let maxBytes = 1 << 16

    static func path(of name: RegionName, in library: String) -> String { "\(library)/.\(name).building" }

    /// Makes or reopens the folder. Only one process may have it open.
    init(name: RegionName, library: String) throws(RegionError) {
        (self.name, self.library) = (name, library)
        folder = Self.path(of: name, in: library)
        try Self.makeFolders(folder)
        // The lock is beside the folder, so that removing the folder does not release it.
        lock = open("\(library)/.\(name).lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard lock >= 0 else { throw .file(path: folder, reason: SystemError.text(errno)) }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            close(lock)
            throw .busy(name: name.description)
        }
    }

    deinit { close(lock) }

    /// Keeps the finished parts if they were built from the same inputs, else removes them.
    ///
    /// - Parameter inputs: A text that identifies everything on which the parts depend.
    func resume(inputs: String) throws(RegionError) {
        if let bytes = try? WholeFile.read(recordPath, maxBytes: Self.maxBytes),
            let root = try? JSONDocument(bytes).root, root.member("inputs")?.text == inputs
        {
            for part in RegionPart.allCases {
                let seconds =
                    switch part {
                    case .places: root.member("places")?.number
                    case .index: root.member("index")?.number
                    case .map: root.member("map")?.number
                    case .routes: root.member("routes")?.number
                    }
                finished[part] = seconds
            }
        } else {
            for name in FolderNames.readable(in: folder) { FileTree.remove("\(folder)/\(name)") }
        }
        self.inputs = inputs
        try writeRecord()
    }

    /// Notes that a part is finished; its files reach the disk first.
    func finish(_ part: RegionPart, seconds: Double) throws(RegionError) {
        finished[part] = seconds
        // An index and the places that it belongs to are one file.
        if part == .places { finished[.index] = nil }
        sync()
        try writeRecord()
    }

    /// Gives the finished region its name; a region of that name is replaced.
    func publish(_ manifest: RegionManifest) throws(RegionError) {
        let keep = Set(manifest.parts.keys.flatMap(\.files) + [RegionManifest.fileName])
        try write(manifest.json, to: RegionManifest.fileName)
        for entry in FolderNames.readable(in: folder) where !keep.contains(entry) {
            FileTree.remove("\(folder)/\(entry)")
        }
        sync()
        let (path, old) = ("\(library)/\(name)", "\(library)/.\(name).removed")
        FileTree.remove(old)
        if access(path, F_OK) == 0, rename(path, old) != 0 { throw .file(path: path, reason: SystemError.text(errno)) }
        guard rename(folder, path) == 0 else {
            let reason = SystemError.text(errno)
            rename(old, path)
            throw .file(path: path, reason: reason)
        }
        FileTree.remove(old)
    }

    private var inputs = ""
    private var recordPath: String { "\(folder)/build.json" }

    private func writeRecord() throws(RegionError) {
        var members = [JSONText.Member("inputs", .string(inputs))]
        members += RegionPart.allCases.compactMap { part in
            finished[part].map { JSONText.Member(part.rawValue, .number($0)) }
        }
        try write(.object(members), to: "build.json")
    }

    private func write(_ json: JSONText, to file: String) throws(RegionError) {
        do {
            try WholeFile.replace(
                "\(folder)/\(file)", with: json.bytes + [UInt8(ascii: "\n")], mode: 0o644, isSynchronized: true)
        } catch {
            throw .file(path: error.path, reason: "\(error.reason)")
        }
    }

    private static func makeFolders(_ path: String) throws(RegionError) {
        var parents: [String] = []
        var rest = path[...]
        while let slash = rest.lastIndex(of: "/"), slash != rest.startIndex {
            parents.append(String(rest))
            rest = rest[..<slash]
        }
        parents.append(String(rest))
        for folder in parents.reversed() where mkdir(folder, 0o755) != 0 && errno != EEXIST {
            throw .file(path: folder, reason: SystemError.text(errno))
        }
    }
}
