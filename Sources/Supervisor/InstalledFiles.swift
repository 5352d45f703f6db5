import Glibc
import Platform

/// The files of navbus itself: manifests, language tables, examples.
public enum InstalledFiles {
    /// Absolute path of the running executable; `nil` if the system does not provide it.
    public static var executable: String? {
        resolved("/proc/self/exe")
    }

    /// The folder of the running executable.
    public static var executableFolder: String? { executable.flatMap(parent(of:)) }

    /// The data folder: `NAVBUS_DATA`, or the first folder above the executable that contains `share/navbus`
    /// (installed) or `Plugins` (a checkout).
    public static var dataFolder: String? {
        let given = getenv("NAVBUS_DATA").map { ["NAVBUS_DATA": String(cString: $0)] }
        return dataFolder(environment: given ?? [:], executableFolder: executableFolder)
    }

    /// The data folder for an environment and an executable.
    static func dataFolder(environment: [String: String], executableFolder: String?) -> String? {
        if let given = environment["NAVBUS_DATA"], !given.isEmpty { return PathResolver.absolute(given) }
        var folder = executableFolder
        while let current = folder {
            let share = current == "/" ? "/share/navbus" : "\(current)/share/navbus"
            if isFolder(share) { return share }
            if isFolder("\(current)/Plugins") { return current }
            folder = parent(of: current)
        }
        return nil
    }

    /// The path without links, `.` and `..`; `nil` if it does not exist.
    static func resolved(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// The last part of a path.
    static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    /// The folder of a path; `nil` for the root and for a bare name.
    public static func parent(of path: String) -> String? {
        guard path != "/", let slash = path.lastIndex(of: "/") else { return nil }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Whether there is a folder at this path.
    public static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Whether there is a regular file at this path, not a folder, pipe or device.
    public static func isFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Whether there is a file at this path that may be executed.
    public static func isExecutable(_ path: String) -> Bool {
        access(path, X_OK) == 0 && !isFolder(path)
    }

    /// The names in a folder, sorted; empty if it cannot be read.
    public static func names(in folder: String) -> [String] { FolderNames.visible(in: folder) }
}
