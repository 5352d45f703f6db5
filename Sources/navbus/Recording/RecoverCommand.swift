import CommandOutput
import ArgumentParser
import Glibc
import NavigationEvents
import Platform
import Recording

/// `navbus recover RECORDING`
struct RecoverCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recover", abstract: "Repair a recording that is incomplete.",
        discussion: """
            Example: navbus recover drive.mcap --out whole.mcap

            Saves every complete event, also from the tail next to the file, and reports what could not be saved. The \
            original is not changed.
            """)

    @Argument(
        help: ArgumentHelp("The incomplete recording.", valueName: "recording"),
        completion: .file(extensions: ["mcap"]))
    var file: String

    @Option(
        help: ArgumentHelp(
            "The file to write; it must not exist yet. Default: next to the recording, ending in -recovered.mcap.",
            valueName: "file"), completion: .file(extensions: ["mcap"]))
    var out: String?

    func validate() throws {
        let parts = RecordingReader.parts(of: file)
        guard access(file, F_OK) != 0, parts != [file] else { return }
        throw ValidationError(
            "\(file.printable) is recorded in parts; name the part to repair: "
                + parts.map(\.printable).joined(separator: ", "))
    }

    func run() throws {
        let report = try RecordingRepair.repair(file, to: target)
        Output.line("\(report.path.printable): \(report.events) events, \(report.eventsFromTail) of them from the tail")
        if report.wasWhole { Output.line("nothing was lost: the recording was whole") }
        for gap in report.gaps {
            Output.line("missing: \(gap.count == 0 ? "some" : "\(gap.count)") events, \(gap.reason)")
        }
        if report.tornBytes > 0 { Output.line("\(report.tornBytes) bytes at the end belong to no whole event") }
        for damage in report.damage { Output.error("\(Style.error.yellow("warning:")) failed to \(damage)") }
    }

    private var target: String {
        if let out { return out }
        let name = file.hasSuffix(".mcap") ? String(file.dropLast(".mcap".count)) : file
        return "\(name)-recovered.mcap"
    }
}
