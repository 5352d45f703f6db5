import EventBus
import Glibc
import NavigationEvents
import Synchronization

/// Measures the speech control from outside, from events on a bus to samples and reports.
struct SpeechBench {
    /// Collects the reports with their monotonic times, milliseconds.
    private final class ReportCollector: Sendable {
        private let heard = Mutex<[(report: ControlReport, at: Double)]>([])

        func add(_ report: ControlReport) {
            let now = milliseconds()
            heard.withLock { $0.append((report, now)) }
        }

        func moment(_ kind: ReportKind, of identity: UInt64?) -> Double? {
            heard.withLock { $0 }.first { $0.report.kind == kind && $0.report.cue?.identity == identity }?.at
        }

        /// Waits for a report, and discards the output of the control meanwhile.
        func await(_ kind: ReportKind, of identity: UInt64?, _ child: Child) throws -> Double {
            let end = milliseconds() + 20_000
            while milliseconds() < end {
                if let moment = moment(kind, of: identity) { return moment }
                child.discardOutput()
                usleep(200)
            }
            throw BenchmarkError(text: "receive the report \(kind) within 20 s")
        }
    }

    let program: String
    let output: String
    /// Whether each sentence is also saved as a file.
    var isKept = false
    /// Whether a pulse of each cue is reported at once, for which the voice waits.
    var hasPulses = false

    private var name: String { output + (isKept ? ", kept as files" : "") + (hasPulses ? ", felt first" : "") }

    func measure(rounds: Int) async throws {
        let folder = "/tmp/navbus-bench-speech-\(getpid())-\(output)\(isKept ? "-kept" : "")\(hasPulses ? "-felt" : "")"
        guard mkdir(folder, 0o700) == 0 else { throw BenchmarkError(text: "make the folder \(folder)") }
        defer { Child.run("/bin/rm", ["-r", folder]) }
        let collector = ReportCollector()
        let endpoints = BusEndpoints(folder: RunFolder(path: folder))
        let settings: [String: SettingValue] = [
            "output": .text(output), "language": .text("en-US"), "keep": .text(isKept ? folder + "/kept" : ""),
        ]
        let bus = try BusServer(
            endpoints: endpoints, settings: { _ throws(RequestError) in settings }, onReport: { collector.add($0) })
        let child = try Child(program, [], ["NAVBUS_ENDPOINT": endpoints.requests, "NAVBUS_STATE": folder])
        defer { child.end() }
        _ = try collector.await(.ready, of: nil, child)
        let route = Route(
            id: "r", provider: "bench", geometry: [], legs: [], stopovers: [], distanceMeters: 1, durationSeconds: 1)
        await bus.publish(.navigationStarted(route))

        let isHeard = output == "stdout"
        let first = Figure("\(name): event to \(isHeard ? "first samples" : "the open stream")", unit: "ms")
        let barge = Figure(
            "\(name): event to the end of a less urgent sentence and the beginning of \"now\"", unit: "ms")
        let begin = (wall: milliseconds(), cpu: child.cpuMilliseconds)
        for round in 0..<rounds {
            let identity = UInt64(2 * round + 1)
            // Until the output is idle.
            usleep(300_000)
            child.discardOutput()
            let early = milliseconds()
            await publish(identity, .prepare, on: bus)
            first.add(
                (isHeard ? try child.firstOutput() : try collector.await(.began, of: identity, child)) - early)
            // In the middle of a word.
            let middle = milliseconds() + 700 + Double.random(in: 0..<300)
            while milliseconds() < middle {
                child.discardOutput()
                usleep(2000)
            }
            let late = milliseconds()
            await publish(identity + 1, .now, on: bus)
            barge.add(try collector.await(.began, of: identity + 1, child) - late)
            _ = try collector.await(.ended, of: identity + 1, child)
        }
        first.print()
        barge.print()
        let share = (child.cpuMilliseconds - begin.cpu) / (milliseconds() - begin.wall) * 100
        Figure.print("\(name): processor while it speaks without a pause", share, unit: "%")
        Figure.print("\(name): resident memory", child.residentMegabytes, unit: "MB")
        await bus.close()
    }

    private func publish(_ identity: UInt64, _ stage: CueStage, on bus: BusServer) async {
        await bus.publish(.navigation(.make(identity: identity, stage)))
        guard hasPulses else { return }
        let cue = CueReference(identity: identity, stage: stage)
        await bus.publish(.control(ControlReport(control: "haptics", kind: .began, effect: "pulse", cue: cue)))
    }
}

extension NavigationInfo {
    /// Navigation info with a cue.
    fileprivate static func make(identity: UInt64, _ stage: CueStage) -> NavigationInfo {
        let time = Timestamp(nanosecondsSinceEpoch: 1_700_000_000_000_000_000 + Int64(identity) * 1_000_000_000)
        let cue = Cue(
            identity: identity, stage: stage, subject: .maneuver, stepNumber: 1, distanceMeters: 300,
            priority: stage == .now ? .now : .prepare, dueAt: time, validForSeconds: 20)
        let step = Step(
            number: 1, maneuver: .turnLeft, geometryIndex: 1,
            fullRoadName: stage == .now ? "" : "the long road along the river to the old mill", simpleRoadName: "")
        return NavigationInfo(
            state: .enroute,
            fix: Fix(time: time, position: Coordinate(latitudeDegrees: 49.41, longitudeDegrees: 8.69)),
            currentStep: step, toManeuver: Remaining(distanceMeters: 300, durationSeconds: 20), cue: cue)
    }
}

/// Measures the command `espeak-ng`, started for each sentence, as a control without its own engine would do it.
enum EngineBench {
    static func measure(rounds: Int) throws {
        let figure = Figure("the espeak-ng command: start to first samples", unit: "ms")
        for _ in 0..<rounds {
            let begin = milliseconds()
            let child = try Child("espeak-ng", ["-v", "en-us", "--stdout", "in 300 meters turn left"], [:])
            figure.add(try child.firstOutput() - begin)
            child.end()
        }
        figure.print()
    }
}
