import Glibc
import Platform

extension RecordingReader {
    /// The parts of the recording to which a file belongs, in order: for `drive-0002.mcap` also `drive-0001.mcap`; for
    /// `drive.mcap` those begun after a failed sync. For any other file, only the file itself.
    public static func parts(of path: String) -> [String] {
        guard path.hasSuffix(ending) else { return [path] }
        let base = base(of: path)
        let folder = path.parentFolder
        let prefix = path.contains("/") ? (folder == "/" ? "/" : folder + "/") : ""
        let numbered = FolderNames.readable(in: folder).map { prefix + $0 }
            .compactMap { name in number(of: name, base: base).map { ($0, name) } }
            .sorted { $0.0 < $1.0 }.map(\.1)
        let whole = base + ending
        let candidates = (ReadFile.exists(whole) ? [whole] : []) + numbered
        guard candidates.count > 1 else { return candidates.isEmpty ? [path] : candidates }
        guard let asked = candidates.contains(path) ? path : candidates.first, let identity = recording(of: asked)
        else { return [path] }
        return candidates.filter { mayBelong($0, to: identity) }
    }

    private static var ending: String { ".mcap" }

    /// The path without the extension and without the number of a part.
    private static func base(of path: String) -> String {
        let stem = path.dropLast(ending.count)
        let digits = stem.reversed().prefix { ("0"..."9").contains($0) }.count
        guard digits >= 4, stem.dropLast(digits).hasSuffix("-") else { return String(stem) }
        return String(stem.dropLast(digits + 1))
    }

    private static func number(of path: String, base: String) -> Int? {
        guard path.hasPrefix(base + "-"), path.hasSuffix(ending) else { return nil }
        let digits = path.dropFirst(base.count + 1).dropLast(ending.count)
        guard digits.count >= 4, digits.allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
        return Int(digits)
    }

    /// The identity of the recording, which is equal in all its parts; `nil` if the file has none.
    private static func recording(of path: String) -> String? {
        open(path).flatMap { $0.metadata["recording"] }
    }

    /// Whether a file may belong to a recording. A file that is unreadable or too short for its identity may belong to
    /// it, so that no part is silently left out.
    private static func mayBelong(_ path: String, to identity: String) -> Bool {
        guard let opened = open(path) else { return true }
        return opened.metadata["recording"].map { $0 == identity } ?? !opened.isWhole
    }

    private static func open(_ path: String) -> PartReader? {
        PartReader.success { () throws(RecordingError) in
            try PartReader(path, maxBytes: ReadingOptions().maxChunkBytes)
        }
    }
}
