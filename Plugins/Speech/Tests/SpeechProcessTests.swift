import EventBus
import Foundation
import NavigationControl
import NavigationEvents
import Synchronization
import SpeechTestSupport
import TestSupport
import Testing
import Platform

@testable import Speech
@testable import SpeechEngine

extension RealVoice {
    /// The control as a process, with a real bus and a real sound server.
    @Suite struct SpeechProcessTests {
        /// The reports of the process over the bus.
        private final class Ear: Sendable, CustomStringConvertible {
            private let reports = Mutex<[ControlReport]>([])

            func hear(_ report: ControlReport) { reports.withLock { $0.append(report) } }

            /// Returns the texts of the reports of one kind.
            func texts(_ kind: ReportKind) -> [String] {
                reports.withLock { $0 }.filter { $0.kind == kind && $0.effect == "utterance" }.map(\.text)
            }

            var description: String {
                reports.withLock { $0 }.map { "\($0.kind) \($0.text)" }.joined(separator: "; ")
            }

            var isReady: Int { reports.withLock { $0 }.count { $0.kind == .ready } }
        }

        /// A bus with a speech control that the test starts, kills and restarts.
        private final class Stage {
            let ear = Ear()
            let bus: BusServer
            private let path: String
            private let environment: [String: String]
            /// The settings with paths as options, since a control started by hand does not receive them from the bus.
            private let files: [String]

            init(
                _ folder: TemporaryFolder, sound: SoundServer, settings more: [String: SettingValue] = [:]
            ) throws {
                path = folder.path + "/bus"
                try FileManager.default.createDirectory(
                    atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
                let endpoints = BusEndpoints(folder: RunFolder(path: path))
                environment = [
                    "NAVBUS_ENDPOINT": endpoints.requests, "NAVBUS_DATA": Checkout.path, "NAVBUS_STATE": path,
                    "PULSE_SERVER": sound.address, "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path,
                ]
                let usual: [String: SettingValue] = ["output": .text("sound"), "language": .text("en-US")]
                let settings = usual.merging(more) { $1 }
                files = more.flatMap { key, value in
                    guard case .text(let text) = value, text.contains("/") else { return [String]() }
                    return ["--set", "\(key)=\(text)"]
                }
                let ear = ear
                bus = try BusServer(
                    endpoints: endpoints, settings: { _ throws(RequestError) in settings },
                    onReport: { ear.hear($0) })
            }

            /// Starts the process of the control.
            func launch() throws -> Child {
                try Child(
                    BuiltProgram("navbus-speech").url.path, files, environment: environment, errors: path + "/errors")
            }

            /// Starts the control; returns when it listens.
            func start() throws -> Child {
                let before = ear.isReady
                let child = try launch()
                guard eventually(within: 20, { ear.isReady > before }) else {
                    throw ToolError(description: "the control is not ready")
                }
                return child
            }
        }

        private static let long = NavigationInfo.make(
            .turnRight, .prepare, meters: 310, onto: "the very long road to the old mill behind the river")

        @Test func `a killed control repeats an incomplete sentence, never a complete one`() async throws {
            let folder = try TemporaryFolder()
            let server = try SoundServer(in: folder, isPolite: true)
            let stage = try Stage(folder, sound: server)
            let music = try server.playTone(role: "music")
            defer { music.end() }
            let recorder = try server.record("killed")
            func isLoud() -> Bool { (-14 ... -10).contains(recorder.toneLevel) }
            func isQuiet() -> Bool { (-33 ... -27).contains(recorder.toneLevel) }

            let route = Route(
                id: "r", provider: "test", geometry: [], legs: [], stopovers: [], distanceMeters: 1, durationSeconds: 1)
            let first = try stage.start()
            await stage.bus.publish(.navigationStarted(route))
            #expect(eventually(isLoud))
            await stage.bus.publish(.navigation(Self.long))
            #expect(eventually(isQuiet))
            first.end(SIGKILL)
            // The server restores the volume by itself.
            #expect(eventually(isLoud))
            #expect(stage.ear.texts(.ended).isEmpty)

            // The cue stays in the events, and a new process receives the latest event.
            let second = try stage.start()
            #expect(eventually { stage.ear.texts(.ended).count == 1 }, "\(stage.ear)")
            second.end(SIGKILL)
            #expect(eventually(isLoud))

            let third = try stage.start()
            await stage.bus.publish(.navigation(Self.long))
            await stage.bus.publish(.navigation(.make(.turnLeft, identity: 2, seconds: 5)))
            #expect(eventually { stage.ear.texts(.ended).count == 2 })
            third.end()
            let begun = stage.ear.texts(.began)
            #expect(begun.count == 3 && begun[0] == begun[1] && begun[2] == "now turn left", "\(begun)")
            await stage.bus.close()
        }

        @Test(arguments: ["voice", "samples"]) func `a setting that prevents a voice does not cause a restart`(
            _ key: String
        ) async throws {
            let folder = try TemporaryFolder()
            let server = try SoundServer(in: folder)
            let stage = try Stage(folder, sound: server, settings: [key: .text("/nonexistent")])
            #expect(try stage.launch().wait() == ExitStatus.configuration.rawValue)
            await stage.bus.close()
        }

        @Test func `the sound server may restart during a drive`() async throws {
            let folder = try TemporaryFolder()
            let server = try SoundServer(in: folder)
            let stage = try Stage(folder, sound: server)
            let control = try stage.start()
            await stage.bus.publish(.navigation(Self.long))
            #expect(eventually { stage.ear.texts(.began).count == 1 })
            server.end()
            #expect(eventually { !stage.ear.texts(.paused).isEmpty })
            let next = try SoundServer(in: folder)
            #expect(eventually { stage.ear.texts(.ended).count == 1 })
            await stage.bus.publish(.navigation(.make(.turnLeft, identity: 2, seconds: 5)))
            #expect(eventually { stage.ear.texts(.ended).last == "now turn left" })
            #expect(stage.ear.texts(.continued).count == 1)
            control.end()
            next.end()
            await stage.bus.close()
        }
    }
}
