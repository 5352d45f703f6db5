import Launcher
import CommandOutput
import ArgumentParser
import EventBus
import Platform

/// `navbus doctor`
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check this machine and the running bus, and name a remedy for each problem.",
        discussion: """
            With --config the controls of that drive are checked with their settings: whether an MQTT broker or a \
            Bluetooth adapter is there.
            """)

    @Option(
        help: ArgumentHelp(
            "A configuration file, or the name of a profile, whose controls are checked with their settings.",
            valueName: "file"),
        completion: .file(extensions: ["toml"]))
    var config: String?

    @OptionGroup var bus: BusOptions

    func run() async throws {
        let doctor = Doctor(
            requestsEndpoint: try bus.requestsEndpoint, runFolder: try RunFolder.standard().path,
            configuration: try config.map(ProfileSearch.ofThisProcess.file))
        let findings = await doctor.findings()
        for line in findings.flatMap({ $0.lines(.output) }) { Output.line(line) }
        if findings.contains(where: { $0.grade == .fault }) { throw ExitStatus.negative.code }
    }
}
