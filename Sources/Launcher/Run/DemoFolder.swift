import CommandOutput
import Glibc
import NavigationControl
import NavigationEvents
import Platform
import Supervisor
package import TOML

/// The folder with the output of `navbus demo`.
package struct DemoFolder {
    /// A file or folder that a setting of a control names.
    private struct Target {
        var control: String
        var key: String
        var path: String
    }

    /// The folder in the configuration of the demo, relative to the file.
    private static let configuredFolder = "../out/first-drive"

    private let path: String
    private let outputs: [Target]

    /// Creates the folder and its parents; throws if that fails.
    ///
    /// - Parameters:
    ///   - path: The path of the folder.
    ///   - configuration: The configuration of the demo. The outputs are the settings of its controls that name a path
    ///     in its own output folder.
    package init(_ path: String, configuration file: String) throws(ConfigurationError) {
        let folder = PathResolver.absolute(path)
        guard PrivateFile.makeFolders(folder) else {
            throw Self.failure(folder, "cannot be made: \(String(cString: strerror(errno)))")
        }
        guard InstalledFiles.isFolder(folder) else { throw Self.failure(folder, "is not a folder") }
        let installed = ControlCatalog.discover().entries.map(\.manifest.id)
        let configuration = try ConfigurationReader(file: file, knownControls: installed).configuration()
        self.path = folder
        outputs = configuration.controls.flatMap { control in
            let values = configuration.controlSections[control]?.values ?? [:]
            return values.sorted { $0.key < $1.key }.compactMap { key, value -> Target? in
                guard case .text(let text) = value, text.hasPrefix("\(Self.configuredFolder)/") else { return nil }
                return Target(
                    control: control, key: key, path: "\(folder)\(text.dropFirst(Self.configuredFolder.count))")
            }
        }
    }

    /// The settings with which the controls write into this folder: `control.key=path`.
    package var overrides: [String] { outputs.map { "\($0.control).\($0.key)=\($0.path)" } }

    private var events: String { "\(path)/events.jsonl" }

    /// Opens and empties the event log, and locks the folder against other demos while it is open. The caller closes
    /// it.
    package func openLog() throws(ConfigurationError) -> Int32 {
        let descriptor = PrivateFile.open(events, O_WRONLY)
        guard descriptor >= 0 else {
            throw Self.failure(events, "cannot be written: \(String(cString: strerror(errno)))")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw Self.failure(path, "is used by another demo")
        }
        guard ftruncate(descriptor, 0) == 0 else {
            close(descriptor)
            throw Self.failure(events, "cannot be emptied: \(String(cString: strerror(errno)))")
        }
        return descriptor
    }

    private static func failure(_ file: String, _ reason: String) -> ConfigurationError {
        ConfigurationError(file: file, text: "\(reason); name another folder with --out", isAboutAccess: true)
    }

    /// The paths of the files and folders that have content, in lines for people. A folder that contains another
    /// output is not listed.
    package var summary: [String] {
        let inner = outputs.filter { output in !outputs.contains { $0.path.hasPrefix("\(output.path)/") } }
        let paths = inner.map { ($0.control, $0.path) } + [("events", events)]
        return paths.filter { Self.hasContent($0.1) }.map { "  \($0.0.padded(to: 9)) \($0.1)" }
    }

    /// Whether a file has bytes, or a folder has visible files.
    private static func hasContent(_ path: String) -> Bool {
        if InstalledFiles.isFolder(path) { return !InstalledFiles.names(in: path).isEmpty }
        var status = stat()
        return stat(path, &status) == 0 && status.st_size > 0
    }
}
