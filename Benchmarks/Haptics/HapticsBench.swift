import EventBus
import Glibc
import NavigationEvents
import Synchronization

/// Measures the haptics control from outside, from events on a bus to lines at a serial port.
struct HapticsBench {
    /// Collects the reports of the control.
    private final class ReportCollector: Sendable {
        private let heard = Mutex<[ControlReport]>([])

        func add(_ report: ControlReport) { heard.withLock { $0.append(report) } }

        func await(_ match: (ControlReport) -> Bool) throws {
            let end = nanoseconds() + 20_000_000_000
            while nanoseconds() < end {
                if heard.withLock({ $0.contains(where: match) }) { return }
                usleep(500)
            }
            throw BenchmarkError(text: "receive a report of the control within 20 s")
        }
    }

    let program: String
    /// The program of the plain subscriber.
    let follower: String

    func measure(rounds: Int, restSeconds: Int) async throws {
        let folder = "/tmp/navbus-bench-haptics-\(getpid())"
        guard mkdir(folder, 0o700) == 0 else { throw BenchmarkError(text: "make the folder \(folder)") }
        let port = try Port()
        port.listen()
        let collector = ReportCollector()
        let endpoints = BusEndpoints(folder: RunFolder(path: folder))
        let settings: [String: SettingValue] = ["devices": .list(["serial \(port.path)"])]
        let bus = try BusServer(
            endpoints: endpoints, settings: { _ throws(RequestError) in settings }, onReport: { collector.add($0) })
        let child = try Child(program, ["NAVBUS_ENDPOINT": endpoints.requests, "NAVBUS_STATE": folder])
        defer { child.end() }
        try collector.await { $0.text.contains(port.path) && $0.kind == .note }
        let route = Route(
            id: "r", provider: "bench", geometry: [], legs: [], stopovers: [], distanceMeters: 1, durationSeconds: 1)
        await bus.publish(.navigationStarted(route))

        let plain = try Pipe("\(follower)", ["follow", endpoints.requests])
        usleep(500_000)
        var published: [UInt64] = []
        var written: [UInt64] = []
        for round in 0..<rounds {
            let seen = port.moments.count
            published.append(nanoseconds())
            await bus.publish(.navigation(.make(round)))
            let end = nanoseconds() + 5_000_000_000
            while port.moments.count == seen, nanoseconds() < end { usleep(200) }
            guard port.moments.count > seen else { throw BenchmarkError(text: "receive a line within 5 s") }
            written.append(port.moments[seen])
            // Until the pattern and the gap after it have ended.
            usleep(1_200_000)
        }
        let begin = (wall: nanoseconds(), cpu: child.cpuMilliseconds)
        sleep(UInt32(restSeconds))
        let wall = Double(nanoseconds() - begin.wall) / 1e6
        let share = (child.cpuMilliseconds - begin.cpu) / wall * 100
        await bus.publish(.navigationStopped(.requested))
        let received = plain.lines.compactMap { $0.split(separator: " ").last.flatMap { UInt64($0) } }

        let lines = Figure(
            "event to the bytes at the serial port", zip(published, written).map { Self.milliseconds($0, $1) })
        let events = Figure("event to a plain subscriber", zip(published, received).map { Self.milliseconds($0, $1) })
        lines.print()
        events.print()
        if events.median > 0 { Figure.print("ratio of the medians", lines.median / events.median, unit: "") }
        Figure.print("processor at rest with a device, over \(restSeconds) s", share, unit: "% of a core")
        Figure.print("resident memory", child.residentMegabytes, unit: "MB")
        await bus.close()
        child.end()
        _ = Pipe.run("/bin/rm", ["-r", folder])
    }

    private static func milliseconds(_ begin: UInt64, _ end: UInt64) -> Double {
        Double(end) / 1e6 - Double(begin) / 1e6
    }
}

/// A measured value of many rounds, in milliseconds.
struct Figure {
    let name: String
    let sorted: [Double]

    init(_ name: String, _ values: [Double]) {
        self.name = name
        sorted = values.sorted()
    }

    var median: Double { sorted.isEmpty ? 0 : sorted[sorted.count / 2] }

    /// Prints the median, the 99th percentile and the maximum.
    func print() {
        guard let worst = sorted.last else { return }
        let high = sorted[min(sorted.count * 99 / 100, sorted.count - 1)]
        Swift.print(
            "{\"figure\": \"\(name)\", \"unit\": \"ms\", \"rounds\": \(sorted.count), \"p50\": \(Self.rounded(median)), "
                + "\"p99\": \(Self.rounded(high)), \"max\": \(Self.rounded(worst))}")
    }

    static func print(_ name: String, _ value: Double, unit: String) {
        Swift.print("{\"figure\": \"\(name)\", \"unit\": \"\(unit)\", \"value\": \(rounded(value))}")
    }

    private static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}

extension NavigationInfo {
    /// Navigation info with a turn now and its own cue.
    fileprivate static func make(_ round: Int) -> NavigationInfo {
        let time = Timestamp(nanosecondsSinceEpoch: 1_700_000_000_000_000_000 + Int64(round) * 3_000_000_000)
        let cue = Cue(
            identity: UInt64(round + 1), stage: .now, subject: .maneuver, stepNumber: 1, distanceMeters: 20,
            priority: .now, dueAt: time, validForSeconds: 20)
        return NavigationInfo(
            state: .enroute,
            fix: Fix(time: time, position: Coordinate(latitudeDegrees: 49.41, longitudeDegrees: 8.69)),
            currentStep: Step(
                number: 1, maneuver: .turnLeft, geometryIndex: 1, fullRoadName: "", simpleRoadName: ""),
            toManeuver: Remaining(distanceMeters: 20, durationSeconds: 2), cue: cue)
    }
}
