import Glibc

/// Makes paths absolute.
public struct PathResolver: Sendable {
    /// The folder relative paths are relative to; absolute itself.
    public let base: String
    /// The home folder; `nil`: that of whoever runs this process.
    private let home: String?

    /// Makes a resolver for a folder; a relative one is relative to the working folder.
    public init(base: String, home: String? = nil) {
        self.base = Self.absolute(base)
        self.home = home
    }

    /// A resolver for the paths written in a file: they are relative to the file's folder.
    public init(folderOf file: String) {
        base = InstalledFiles.parent(of: Self.absolute(file)) ?? "/"
        home = nil
    }

    /// The path as it is if absolute, else below the base; `~/` is the home folder; `.` and `..` are resolved.
    public func resolve(_ path: String) -> String {
        if path.hasPrefix("/") { return Self.normalized(path) }
        if path.hasPrefix("~/"), let home = home ?? Self.ownHome { return Self.normalized(home + path.dropFirst()) }
        return Self.normalized("\(base)/\(path)")
    }

    /// What `HOME` says, else the list of users: a service has no such variable.
    private static var ownHome: String? {
        if let given = getenv("HOME"), given.pointee != 0 { return String(cString: given) }
        return getpwuid(geteuid()).map { String(cString: $0.pointee.pw_dir) }
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
