import Glibc

/// Makes paths absolute.
public struct PathResolver: Sendable {
    /// The folder relative paths are relative to; absolute itself.
    public let base: String

    /// Makes a resolver for a folder; a relative one is relative to the working folder.
    public init(base: String) {
        self.base = Self.absolute(base)
    }

    /// A resolver for the paths written in a file: they are relative to the file's folder.
    public init(folderOf file: String) {
        base = InstalledFiles.parent(of: Self.absolute(file)) ?? "/"
    }

    /// The path as it is if absolute, else below the base; `~/` is the home folder; `.` and `..` are resolved.
    public func resolve(_ path: String) -> String {
        if path.hasPrefix("/") { return Self.normalized(path) }
        if path.hasPrefix("~/"), let home = getenv("HOME") {
            return Self.normalized(String(cString: home) + path.dropFirst())
        }
        return Self.normalized("\(base)/\(path)")
    }

    /// A path relative to the working folder made absolute.
    public static func absolute(_ path: String) -> String {
        if path.hasPrefix("/") { return normalized(path) }
        guard let folder = getcwd(nil, 0) else { return path }
        defer { free(folder) }
        return normalized("\(String(cString: folder))/\(path)")
    }

    private static func normalized(_ path: String) -> String {
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/")
    }
}
