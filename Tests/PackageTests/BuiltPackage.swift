import Foundation
import Synchronization

/// The package and the installation that the scripts make of the built programs.
enum BuiltPackage {
    /// A failed step.
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    /// The root of the repository.
    static let repository: URL = {
        var folder = URL(filePath: #filePath).resolvingSymlinksInPath()
        for _ in 0..<3 { folder.deleteLastPathComponent() }
        return folder
    }()

    /// The folder of the built programs.
    static let programs = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()

    /// The Debian package, which is made once.
    static func package() throws -> URL { try madePackage.get() }

    /// The result of `make install` in a separate folder with the prefix `/usr`, which is made once.
    static func installation() throws -> URL { try madeInstallation.get() }

    /// The folders that an installed program must not use: the compiler and its runtime, the repository, the build
    /// products.
    static func toolFolders() throws -> [String] {
        let libraries = try Shell.run("ldd '\(programs.path)/navbus'").output
        guard let path = libraries.split(separator: "\n").first(where: { $0.contains("/libswiftCore.so ") }),
            let runtime = path.split(separator: " ").dropFirst(2).first.flatMap({ $0.range(of: "/lib/swift/") })
        else {
            throw Failure(description: "no runtime of Swift was found among the libraries of navbus:\n\(libraries)")
        }
        let line = path.split(separator: " ")[2]
        let above = String(line[..<runtime.lowerBound])
        // If Swift is in the folders of the system, only its runtime is hidden.
        let swift = above == "/usr" ? "/usr/lib/swift" : above
        // Folders inside hidden folders need not be hidden.
        return [swift, repository.path, programs.path].reduce(into: []) { masked, folder in
            if !masked.contains(where: { folder.hasPrefix($0 + "/") || folder == $0 }) { masked.append(folder) }
        }
    }

    private static let madePackage = Result {
        let folder = try emptyFolder("package")
        try script("deb.sh", "--built", programs.path, "--fast", folder.path)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".deb") }
        let packages = names.filter { $0.hasPrefix("navbus_") }
        guard names.count == 3, packages.count == 1, let name = packages.first else {
            throw Failure(description: "deb.sh made \(names) instead of navbus, libnavbus1 and libnavbus-dev")
        }
        return folder.appending(path: name)
    }

    private static let madeInstallation = Result {
        let folder = try emptyFolder("installation")
        try script("install.sh", "--built", programs.path, folder.path, "/usr")
        return folder
    }

    /// Runs a script.
    static func script(_ name: String, _ arguments: String...) throws {
        let words = arguments.map { "'\($0)'" }.joined(separator: " ")
        // The package contains the name of its builder.
        let maker = "DEBFULLNAME='The tests of navbus' DEBEMAIL=tests@debian.org"
        let outcome = try Shell.run("\(maker) '\(repository.path)/scripts/\(name)' \(words)")
        guard outcome.exitCode == 0 else {
            throw Failure(description: "\(name) ended with \(outcome.exitCode):\n\(outcome.output)")
        }
    }

    /// An empty folder next to the programs, which is removed when the process ends: suites run in processes of their own, at the same
    /// time.
    private static func emptyFolder(_ name: String) throws -> URL {
        let folder = programs.appending(path: "PackageTests.\(name).\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        madeFolders.withLock { folders in
            if folders.isEmpty {
                atexit {
                    BuiltPackage.madeFolders.withLock { $0.forEach { try? FileManager.default.removeItem(at: $0) } }
                }
            }
            folders.append(folder)
        }
        return folder
    }

    private static let madeFolders = Mutex<[URL]>([])
}
