import Glibc
import Platform

/// The regions of this machine.
package struct RegionLibrary: Sendable, Hashable {
    /// The folders that contain regions, in the order of search; new regions are built in the first one.
    package let folders: [String]

    package static let systemFolder = "/var/lib/navbus/regions"
    /// The environment variables that count.
    private static let variables = ["NAVBUS_REGIONS", "XDG_DATA_HOME", "HOME"]

    /// Makes the list of folders: those of `NAVBUS_REGIONS`, or that of the user and that of the system.
    package init(environment: [String: String]) {
        let given = (environment["NAVBUS_REGIONS"] ?? "").split(separator: ":").map(String.init)
        // The XDG base directory specification ignores relative paths.
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? "\($0)/.local/share" : nil }
        let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home
        let usual = (data.map { ["\($0)/navbus/regions"] } ?? []) + [Self.systemFolder]
        folders = (given.isEmpty ? usual : given).map(Self.absolute)
    }

    /// The library of this process.
    package static var ofThisProcess: RegionLibrary {
        var environment: [String: String] = [:]
        for name in variables { if let value = getenv(name) { environment[name] = String(cString: value) } }
        return RegionLibrary(environment: environment)
    }

    private static func absolute(_ path: String) -> String {
        if path.hasPrefix("/") { return path }
        guard let folder = getcwd(nil, 0) else { return path }
        defer { free(folder) }
        return "\(String(cString: folder))/\(path)"
    }

    /// All regions, and the problems of folders that cannot be read.
    package func contents() -> (regions: [Region], problems: [RegionError]) {
        var (regions, problems): ([Region], [RegionError]) = ([], [])
        for folder in folders {
            for entry in FolderNames.readable(in: folder) where !entry.hasPrefix(".") {
                guard let name = try? RegionName(entry), !regions.contains(where: { $0.name == name }) else { continue }
                do throws(RegionError) {
                    regions.append(try Region(name: name, folder: "\(folder)/\(entry)"))
                } catch {
                    problems.append(error)
                }
            }
        }
        return (regions, problems)
    }

    /// The region of a name.
    package func region(_ name: RegionName) throws(RegionError) -> Region {
        for folder in folders where access("\(folder)/\(name)", F_OK) == 0 {
            return try Region(name: name, folder: "\(folder)/\(name)")
        }
        throw .unknown(name: name.description, folders: folders)
    }

    /// Whether there is a folder of this name, usable or not.
    package func has(_ name: RegionName) -> Bool { folders.contains { access("\($0)/\(name)", F_OK) == 0 } }

    /// Removes a region, also a damaged or half-built one.
    package func remove(_ name: RegionName) throws(RegionError) {
        var isFound = false
        for folder in folders {
            let (path, draft) = ("\(folder)/\(name)", RegionDraft.path(of: name, in: folder))
            if access(draft, F_OK) == 0 {
                let draft = try RegionDraft(name: name, library: folder)
                FileTree.remove(draft.folder)
                isFound = true
            }
            guard access(path, F_OK) == 0 else { continue }
            // The name disappears first, so that no program uses a part of the region.
            let removed = "\(folder)/.\(name).removed"
            FileTree.remove(removed)
            guard rename(path, removed) == 0 else { throw .file(path: path, reason: SystemError.text(errno)) }
            FileTree.remove(removed)
            return
        }
        if !isFound { throw .unknown(name: name.description, folders: folders) }
    }
}
