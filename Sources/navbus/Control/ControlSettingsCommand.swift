import ArgumentParser
import CommandOutput
import Glibc
import Platform
import SettingsGenerator
import TOML

/// `navbus control settings`
struct ControlSettingsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings",
        abstract: "Make the files that repeat the settings of a control from its plugin.toml.",
        discussion: """
            Writes settings.sample.toml; in Swift, the structure Sources/NAMESettings.swift that reads the settings, \
            unless you have written it yourself; and the table of settings in README.md, between the lines

                \(SettingsTable.start)
                \(SettingsTable.end)
            """)

    @Argument(help: "Folders of controls, each with its plugin.toml.", completion: .directory)
    var folders: [String]

    @Option(
        help: ArgumentHelp(
            "Also write one table of all these settings to a document, between the same lines.", valueName: "file"),
        completion: .file(extensions: ["md"]))
    var document: String?

    @Flag(help: "Write nothing; name the files that are not current, and end with 1 if there are any.")
    var check = false

    func run() throws {
        let folders = folders.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
        var files: [GeneratedFile] = []
        for folder in folders { files += try SettingsFiles.files(of: folder) }
        if let document { files.append(try SettingsFiles.document(document, folders: folders)) }
        let stale = files.filter { (try? TextFile.text($0.path)) != $0.text }
        if check {
            for file in stale { Output.line("\(file.path) is not current: run navbus control settings") }
            if !stale.isEmpty { throw ExitStatus.negative.code }
        } else {
            for file in stale {
                try Self.write(file)
                Output.line("wrote \(file.path)")
            }
        }
    }

    private static func write(_ file: GeneratedFile) throws(OutputFailure) {
        let descriptor = open(file.path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw OutputFailure(number: errno, target: file.path) }
        defer { close(descriptor) }
        guard var failure = Output.write(file.text, to: descriptor) else { return }
        failure.target = file.path
        throw failure
    }
}
