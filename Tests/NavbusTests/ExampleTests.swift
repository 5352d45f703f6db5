import Foundation
import Platform
import TestSupport
import Testing

/// The examples, run with the commands of their READMEs.
@Suite(.serialized) struct ExampleTests {
    /// The announcements of the first drive, without the distances.
    private static let drive = [
        "step 1: Kurpfalzring", "step 2: L 637", "step 3: Wieblinger Weg", "step 4: B 37", "step 5: B 37",
        "step 6: B 37", "step 7: B 37", "step 8: B 37", "step 9: B 3", "step 10: Adenauerplatz",
        "step 11: Am Karlstor", "step 12: Am Karlstor", "step 13: Am Hackteufel", "step 14: Am Hackteufel", "stopped",
    ]

    /// The source of the bus pauses after the first fix, so the control joins late and begins with the snapshot. After
    /// its first output the drive continues at full speed.
    @Test(arguments: ["python", "swift"]) func `an example control in each language prints the whole drive and ends`(
        language: String
    ) throws {
        let checkout = try ExampleCheckout()
        let commands = try checkout.commands(of: "write-a-control/\(language)")
        for command in commands.dropLast() { try checkout.run(command) }
        let command = try #require(commands.last)
        // `swift run` builds first, which may take longer than the timeout for a line below.
        if language == "swift" { try checkout.run(command.replacing("swift run", with: "swift build")) }

        let halt = try PausableDrive(checkout)
        let bus = try checkout.start("navbus run --config \(halt.configuration)")
        try #require(bus.wait { $0.output.contains("navigation started") }, "\(bus.errors)")
        let control = try checkout.start(command)
        try #require(
            control.wait { $0.output.contains("step 1") },
            "\(control.errors)(make setup-tests and make python install what the examples need)")
        try halt.end()

        let outcome = control.wait()
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.lines.map { $0.replacing(/\ in \d+ m$/, with: "") } == Self.drive)
        let sample = try checkout.sample(of: "write-a-control")
        #expect(outcome.output.hasPrefix(sample), "the README shows other lines than \(outcome.output)")
        #expect(bus.wait().exitCode == 0)
    }

    @Test func `a live receiver guides to the destination, also if gpsd starts later`() throws {
        let checkout = try ExampleCheckout()
        let commands = try checkout.commands(of: "gpsd-live")
        let receiver = try TestReceiver()
        let port = try FreePort.next()
        let profile = "examples/gpsd-live/gpsd-live.toml"
        try checkout.replace("port = 2947", with: "port = \(port)", in: profile)
        try checkout.replace("output = \"sound\"", with: "output = \"none\"", in: profile)

        let navbus = try checkout.start(commands[1])
        try #require(navbus.wait { $0.errors.contains("gpsd at 127.0.0.1:\(port)") }, "\(navbus.errors)")
        let daemon = try checkout.start(
            commands[0].replacing(" &", with: "")
                .replacing("/dev/ttyUSB0", with: "-S \(port) tcp://127.0.0.1:\(receiver.port)"))
        try #require(
            navbus.wait { $0.errors.contains("answers again") },
            "\(daemon.errors)(make setup-tests installs gpsd)")
        try receiver.connect()
        var epochs = try TestReceiver.epochs(of: checkout.file("examples/first-drive/drive.nmea"))[...]
        // Only the first fix shows that gpsd has begun to pass on the sentences.
        while try checkout.output("navbus status").contains("no fix yet") {
            let epoch = epochs.popFirst()
            try receiver.transmit(#require(epoch, "no fix came through gpsd: \(daemon.errors)"))
        }
        for epoch in epochs { try receiver.transmit(epoch) }

        #expect(navbus.wait { $0.output.contains("navigation stopped") }, "\(navbus.errors)")
        navbus.signal(SIGINT)
        let outcome = navbus.wait()
        #expect(outcome.exitCode == 0)
        for spoken in [
            "in 300 meters take the ramp on the left onto L637, using the left lane",
            "you have arrived at Am Hackteufel, it is on your right",
        ] {
            #expect(outcome.lines.contains("speech  \(spoken)"))
        }
        #expect(outcome.lines.contains { $0.hasPrefix("lanes") })
        #expect(FileManager.default.fileExists(atPath: checkout.file("out/gpsd-live/lanes/lanes.json")))
    }
}

/// Pauses a drive after its first fix, with a pipe instead of the recording.
private struct PausableDrive {
    /// The configuration of the drive.
    let configuration: String
    private let gate: String
    private let writer: RunningProgram

    init(_ checkout: ExampleCheckout) throws {
        let folder = checkout.folder.path
        let (pipe, gate) = ("\(folder)/drive.nmea", "\(folder)/gate")
        self.gate = gate
        configuration = try checkout.folder.write(
            """
            controls = []
            [source]
            kind = "nmea"
            path = "\(pipe)"
            speed = "max"
            [route]
            path = "\(checkout.file("examples/first-drive/route.json"))"
            """, to: "halting.toml")
        let drive = "examples/first-drive/drive.nmea"
        // Nine lines: a comment and two epochs. The beginning of the second one ends the first.
        writer = try checkout.start(
            """
            sh -c 'mkfifo "\(pipe)" "\(gate)" && exec >"\(pipe)" && head -n 9 \(drive) && cat "\(gate)" \
            && tail -n +10 \(drive)'
            """)
        try #require(writer.wait { _ in FileManager.default.fileExists(atPath: gate) }, "\(writer.errors)")
    }

    /// Continues the drive.
    func end() throws {
        try #require(FileHandle(forWritingAtPath: gate)).close()
    }
}
