import Foundation
import TestSupport

/// A fresh checkout of the repository with its own home, run folder and settings, in which the commands of the
/// documents are run. All files that a command writes stay inside the folder of the test.
final class Checkout {
    /// The folder in which the commands are run.
    let root: URL
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        root = URL(filePath: folder.path).appending(path: "navbus")
        for name in ["navbus", "home", "run", "tmp"] { try Self.make(folder.path + "/" + name) }
        let files = FileManager.default
        for name in Repository.rootNames where !["config", "examples", "out"].contains(name) {
            try files.createSymbolicLink(
                at: root.appending(path: name), withDestinationURL: Repository.root.appending(path: name))
        }
        for name in ["config", "examples"] { try copy(name) }
        try hasten()
    }

    /// The environment that keeps programs away from the files of the user.
    var environment: [String: String] {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let built = BuiltProgram.navbus.url.deletingLastPathComponent().path
        let python = URL(filePath: PythonInterpreter.path).deletingLastPathComponent().path
        let engines =
            ProcessInfo.processInfo.environment["NAVBUS_ENGINES"] ?? Repository.root.path + "/.build/engines"
        return [
            "HOME": folder.path + "/home", "XDG_RUNTIME_DIR": folder.path + "/run", "TMPDIR": folder.path + "/tmp",
            "XDG_CONFIG_HOME": "", "XDG_STATE_HOME": "", "XDG_DATA_HOME": "", "PULSE_SERVER": "",
            "NAVBUS_CONTROLS_PATH": "", "NAVBUS_ENGINES": engines, "NO_COLOR": "1", "TERM": "dumb", "LC_ALL": "C.UTF-8",
            "PATH": "\(built):\(python):\(path):/usr/sbin:/sbin",
        ]
    }

    /// The command with the path of the run folder replaced.
    func located(_ command: String) -> String {
        command.replacing("/run/user/1000", with: folder.path + "/run")
    }

    /// Writes a script that runs commands in the checkout, and returns its path.
    func script(_ commands: String, name: String) throws -> String {
        try folder.write(
            "set -euo pipefail\ncd '\(root.path)'\n\(located(commands))\n", to: "scripts/\(name).sh")
    }

    /// The path of the output of a program.
    func log(_ name: String) -> String { folder.path + "/tmp/output-\(name)" }

    // MARK: - Creation

    private static func make(_ path: String) throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    private func copy(_ name: String) throws {
        let (files, source) = (FileManager.default, Repository.root.appending(path: name).resolvingSymlinksInPath())
        guard let every = files.enumerator(atPath: source.path) else { throw CheckoutError("list \(source.path)") }
        for case let path as String in every where !path.split(separator: "/").contains(".build") {
            let (from, to) = (source.appending(path: path), root.appending(path: "\(name)/\(path)"))
            if every.fileAttributes?[.type] as? FileAttributeType == .typeDirectory {
                try Self.make(to.path)
            } else {
                try files.createDirectory(at: to.deletingLastPathComponent(), withIntermediateDirectories: true)
                try files.copyItem(at: from, to: to)
            }
        }
    }

    /// Raises the speed of the recorded drives, so that all pages take only minutes.
    private func hasten() throws {
        for name in ["config/first-drive.toml"] {
            let file = root.appending(path: name)
            let text = try String(contentsOf: file, encoding: .utf8)
            guard text.contains("speed = 20 ") else { throw CheckoutError("find the speed of \(name)") }
            try text.replacing("speed = 20 ", with: "speed = 150 ").write(to: file, atomically: true, encoding: .utf8)
        }
    }
}

/// The reason why pages cannot be run.
struct CheckoutError: Error, CustomStringConvertible {
    let task: String

    init(_ task: String) { self.task = task }

    var description: String { "failed to \(task)" }
}

/// The repository of these tests.
enum Repository {
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The visible files and folders at the root.
    static var rootNames: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
        return names.filter { !$0.hasPrefix(".") }.sorted()
    }

    /// The documents with commands for readers, in order.
    static func pages() throws -> [Page] {
        var paths = ["README.md", "CONTRIBUTING.md", "proto/README.md"]
        paths += files(below: "docs") { $0.hasSuffix(".md") && !$0.hasPrefix("decisions/") }
        for folder in ["Plugins", "examples", "config"] {
            paths += files(below: folder) { $0.hasSuffix("README.md") && !$0.contains(".build/") }
        }
        // A single page, while it is being written.
        if let only = ProcessInfo.processInfo.environment["NAVBUS_PAGE"] { paths = [only] }
        return try paths.map { Page(path: $0, text: try text($0)) }
    }

    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    static func has(_ path: String) -> Bool { FileManager.default.fileExists(atPath: root.appending(path: path).path) }

    /// The files below a folder that fulfil a condition, with their paths from the root, sorted.
    static func files(below folder: String, where isWanted: (String) -> Bool) -> [String] {
        let path = root.appending(path: folder).resolvingSymlinksInPath().path
        let every = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        return every.filter(isWanted).sorted().map { "\(folder)/\($0)" }
    }
}
