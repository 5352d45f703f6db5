import EventBus
import Foundation
import HapticDevices
import NavigationEvents
import Platform
import TestSupport
import Testing

@testable import Haptics

/// The example drive on a band: a real bus, the real control, a serial port, and the band's button.
@Suite("A drive with a band", .serialized, .timeLimit(.minutes(3)))
struct BandDriveTests {
    private static let package = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The signals of the drive, by their names in the log.
    private static let signals: [String: HapticSignal] = {
        let turns = TurnDirection.allCases.flatMap { [HapticSignal.prepare($0), .now($0)] }
        let rounds = (1...12).flatMap { exit in
            [true, false].map { HapticSignal.roundabout(isNow: $0, exitCount: exit) }
        }
        return Dictionary((turns + rounds + [.arrived]).map { ($0.words, $0) }) { first, _ in first }
    }()

    /// A vibration on the wire.
    private struct Told: Hashable {
        var strength: Int
        var milliseconds: Int
    }

    private struct Drive {
        let folder: TemporaryFolder
        let band: Wristband
        let run: RunningProgram
        let client: BusClient

        init(speed: Int) throws {
            folder = try TemporaryFolder()
            band = try Wristband(at: "\(folder.path)/band")
            let example = BandDriveTests.package.appending(path: "examples/first-drive").path
            let configuration = """
                controls = ["haptics"]
                [source]
                kind = "nmea"
                path = "\(example)/drive.nmea"
                speed = \(speed)
                [route]
                path = "\(example)/route.json"
                [haptics]
                devices = ["serial \(band.path)"]
                logFile = "\(folder.path)/pulses.log"
                """
            let endpoint = "ipc://\(folder.path)/run/requests"
            run = try BuiltProgram.navbus.start(
                [
                    "run", "--config", try folder.write(configuration, to: "drive.toml"), "--run-folder",
                    "\(folder.path)/run",
                ],
                environment: ["NO_COLOR": "1", "NAVBUS_ENDPOINT": endpoint, "XDG_STATE_HOME": "\(folder.path)/state"])
            client = try BusClient(requests: endpoint)
            let hello = Hello(control: "", topics: [.onCommand, .onControl], processID: getpid())
            try client.join(hello, timeout: .seconds(20))
        }

        /// Waits for an event on the bus.
        ///
        /// - Returns: Whether it came in time.
        func hears(_ isMeant: (Event) -> Bool) throws -> Bool {
            let end = ContinuousClock.now + .seconds(30)
            while ContinuousClock.now < end {
                guard case .event(let envelope) = try client.next(timeout: .seconds(1)) else { continue }
                if isMeant(envelope.event) { return true }
            }
            return false
        }

        func hearsReport(_ text: String) throws -> Bool {
            try hears { if case .control(let report) = $0 { report.text.contains(text) } else { false } }
        }
    }

    @Test func `the patterns of all turns arrive at the band, in order`() throws {
        let drive = try Drive(speed: 20)
        defer { drive.band.unplug() }
        let outcome = drive.run.wait(seconds: 120)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let log = String(decoding: try drive.folder.bytes("pulses.log"), as: UTF8.self)
        let commands = try log.split(separator: "\n").map { line in
            let signal = Self.signals.values.first { line.contains(" \($0.words) ") }
            let meant = try #require(signal, "\(line)")
            return HapticCommand(meant, table: .wristband, startSeconds: 0, strength: 1).pulses
                .map { Told(strength: Int(($0.strength * 100).rounded()), milliseconds: $0.milliseconds) }
        }
        #expect(commands.count > 15, "\(log)")
        // At twenty times the speed, turns follow so closely that one interrupts the other.
        var rest = drive.band.vibrations.map { Told(strength: $0.strength, milliseconds: $0.pulseMilliseconds) }[...]
        var complete = 0
        for command in commands {
            let common = zip(command, rest).prefix { $0 == $1 }.count
            if common == command.count { complete += 1 }
            rest = rest.dropFirst(common)
        }
        #expect(rest.isEmpty, "what was felt is nothing but what the log says, in its order")
        #expect(complete > commands.count / 2, "\(complete) of \(commands.count)")
        let endings = drive.band.vibrations.map { $0.ends - $0.began - Double($0.pulseMilliseconds) / 1000 }
        #expect(endings.allSatisfy { $0 < 0.001 })
        #expect(!drive.band.isVibrating)
    }

    @Test func `the button of the band repeats and mutes, and its battery is reported`() throws {
        let drive = try Drive(speed: 4)
        defer { drive.band.unplug() }
        #expect(drive.run.wait { _ in !drive.band.vibrations.isEmpty })
        drive.band.say("P 120\n")
        #expect(
            try drive.hears {
                if case .command(let command) = $0 { command.action == .repeatAnnouncement } else { false }
            })
        // A shorter pause would be a bounce.
        let begin = ContinuousClock.now
        #expect(drive.run.wait { _ in ContinuousClock.now - begin > .milliseconds(400) })
        drive.band.say("P 1500\n")
        #expect(try drive.hears { if case .command(let command) = $0 { command.isMuted } else { false } })
        drive.band.say("B 9\n")
        #expect(try drive.hearsReport("is at 9 %"))
        drive.run.signal(SIGTERM)
        #expect(drive.run.wait().exitCode == 0)
    }
}
