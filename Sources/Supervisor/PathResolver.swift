import Glibc

/// Makes paths absolute.
public struct PathResolver: Sendable {
    /// The absolute folder to which relative paths are relative.
    public let base: String
    /// The home folder; `nil`: that of the user of this process.
    private let home: String?

    /// Makes a resolver for a folder; a relative one is relative to the working folder.
    public init(base: String, home: String? = nil) {
        self.base = Self.absolute(base)
        self.home = home
    }

    /// Makes a resolver for the paths in a file: they are relative to the folder of the file.
    public init(folderOf file: String) {
        base = InstalledFiles.parent(of: Self.absolute(file)) ?? "/"
        home = nil
    }

    /// The absolute form of a path: relative paths are below the base; `~/` is the home folder; `.` and `..` are
    /// resolved.
    public func resolve(_ path: String) -> String {
        if path.hasPrefix("/") { return Self.normalized(path) }
        if path.hasPrefix("~/"), let home = home ?? Self.ownHome { return Self.normalized(home + path.dropFirst()) }
        return Self.normalized("\(base)/\(path)")
    }

    /// `HOME`, or the home folder in the user database: a service has no such variable.
    private static var ownHome: String? {
        if let given = getenv("HOME"), given.pointee != 0 { return String(cString: given) }
        return getpwuid(geteuid()).map { String(cString: $0.pointee.pw_dir) }
    }

    /// Makes a path absolute that is relative to the working folder.
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
