import RecordingTools
import CommandOutput
import ArgumentParser
import EventBus
import Glibc
import NavigationEvents
import Recording

/// `navbus record RECORDING`
struct RecordCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record", abstract: "Record the events of the running bus, until Ctrl-C.",
        discussion: """
            Example: navbus record drive.mcap

            Waits for a bus if none runs yet. The file is MCAP with the schemas inside: Foxglove, PlotJuggler and the \
            mcap tools open it. It begins with the first event of the run, if the journal of the bus still has it. An \
            existing recording is continued in a new part (drive-0002.mcap), with the events since its end, if its run \
            of the bus continues. Ctrl-C ends the recorder and completes the file.
            """)

    /// The compression of chunks.
    enum Compression: String, ExpressibleByArgument, CaseIterable {
        case zstd, none
    }

    @Argument(
        help: ArgumentHelp("The file to write; its name ends in .mcap.", valueName: "recording"),
        completion: .file(extensions: ["mcap"]))
    var file: String

    @Option(help: ArgumentHelp("Begin a new part at this size.", valueName: "megabytes"))
    var rotateMegabytes: Int?

    @Option(help: ArgumentHelp("Begin a new part after this time.", valueName: "minutes"))
    var rotateMinutes: Double?

    @Option(help: "The compression of the file.")
    var compression: Compression = .zstd

    @Option(help: ArgumentHelp("Record only these events.", valueName: "event"))
    var only: [TapFilter] = []

    @Flag(help: "First delete an existing recording of this name, with all its parts.")
    var force = false

    @OptionGroup var bus: BusOptions

    @Option(help: "The name of the recorder on the bus.")
    var name = "recorder"

    func validate() throws {
        if !PeerName.isValid(name) { throw ValidationError("--name \(PeerName.rule)") }
        if !file.hasSuffix(".mcap") { throw ValidationError("the name of a recording ends in .mcap: \(file).mcap") }
        if let rotateMegabytes, !(1...1_000_000).contains(rotateMegabytes) {
            throw ValidationError("--rotate-megabytes must be from 1 to 1000000.")
        }
        if let rotateMinutes, !(rotateMinutes > 0 && rotateMinutes <= 1_000_000) {
            throw ValidationError("--rotate-minutes must be above 0.")
        }
    }

    func run() throws {
        let topics = Topic.allCases.filter(TapFilter.topics(only).contains)
        let hello = Hello(control: name, session: bus.session, topics: topics, processID: getpid())
        let previous = try PreviousRecording(file, session: bus.session, isDeleted: force)
        if let earlier = previous.paths.first { try PreviousRecording.lock(earlier) }
        let loop = try TapLoop(endpoint: bus.requestsEndpoint, hello: hello)
        let states = RecordingStates(waking: loop.client.wakeup)
        let writer = try RecordingWriter(
            path: file, settings: settings(firstPart: previous.nextPart), metadata: metadata(previous)
        ) { states.add($0) }
        if previous.paths.isEmpty, let begun = writer.status.paths.first { try PreviousRecording.lock(begun) }
        var handler = DeliveryRecorder(
            name: name, session: bus.session, writer: writer, states: states, previous: previous)
        let outcome = Result { () throws(BusError) in
            try loop.run(&handler, from: previous.cursor.map(TapStart.after) ?? .beginning)
        }
        // The file is completed, also after an error of the bus.
        let closing = Result { () throws(RecordingFailure) in
            try RecordingFailure.whileWriting { () throws(RecordingError) in try writer.close() }
        }
        for line in handler.summary { Output.line(line) }
        try closing.get()
        try outcome.get()
    }

    private func metadata(_ previous: PreviousRecording) -> [String: String] {
        var about = ["recorder": name, "session": bus.session.name]
        about["recording"] = previous.identity
        let topics = TapFilter.topics(only)
        if topics.count < Topic.allCases.count {
            about[PreviousRecording.topicsKey] = topics.map(\.rawValue).sorted().joined(separator: " ")
        }
        return about
    }

    private func settings(firstPart: Int) -> RecordingSettings {
        RecordingSettings(
            compression: compression == .none ? .none : .zstd(level: 3),
            partBytes: rotateMegabytes.map { $0 * 1_000_000 }, partSeconds: rotateMinutes.map { $0 * 60 },
            firstPart: firstPart)
    }
}
