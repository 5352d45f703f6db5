import EventBus
import Foundation
import NavigationEvents
import TestSupport

/// Fault 22: a day of driving, with positions as fast as they can be sent.
struct LongDay: Fault {
    let title = "24 h of positions with a disturbance each minute, 1,000 starts and stops, 10,000 routes"
    let passes = "memory of the bus + at most 1 MB after the first tenth, no more descriptors, nothing lost"

    func inflict(in context: FaultContext) throws -> FaultOutcome {
        var outcome = FaultOutcome()
        let drive = try GuidedDrive(
            speed: nil, controls: ["haptics", "lanes"],
            extra: "[access]\nrequestsPerSecond = 100000\n")
        let expected: Set = ["haptics", "lanes", "witness"]
        func areAllThere() -> Bool {
            drive.waits {
                let running = drive.status()?.controls.filter { $0.state == .running }.map(\.control) ?? []
                return expected.isSubset(of: running)
            }
        }
        guard areAllThere() else {
            let controls = drive.status()?.controls.map { "\($0.control) \($0.state)" } ?? []
            throw FaultError("start a bus: \(controls) \(drive.program.errors)")
        }
        let client = try BusClient(requests: drive.endpoint)
        let route = try FaultContext.route()
        var asked = 0
        func ask(_ request: Request) throws {
            asked += 1
            // Not faster than the tap can write, since the tap loses events that are no longer in the journal.
            if asked % 50 == 0 { drive.awaitWitness() }
            do {
                _ = try client.request(request)
            } catch {
                let counters = drive.status()?.counters.filter { $0.value > 0 }.sorted { $0.key < $1.key } ?? []
                let words = counters.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
                throw FaultError(
                    "get an answer to request \(asked): \(error); \(words) \(drive.program.errors.suffix(500))")
            }
        }
        let bus = try drive.bus()
        var scale = Scale(bus: bus)
        let fixes = context.isShort ? 3000 : 86_400
        var disturbances = Disturbances(of: drive, seed: context.seed)
        try ask(.start(.main, route))
        for second in 0..<fixes {
            // One lap of the route in a quarter of an hour.
            if second % 900 == 899 { try ask(.start(.main, route)) }
            let fix = Self.fix(second, along: route)
            if second % 60 == 59 { disturbances.next(fix, client) }
            try ask(.position(.main, fix))
            // A killed control that waits for its restart would change the number of open files.
            if scale.isDue(second, of: fixes), areAllThere() { scale.note() }
        }
        outcome.note(scale.problems("24 h of positions", isJudged: !context.isShort))
        outcome.notes.append(
            "disturbances: " + disturbances.counts.map { "\($0) \($1)" }.sorted().joined(separator: ", "))
        scale = Scale(bus: bus)
        let turns = context.isShort ? 30 : 1000
        for turn in 0..<turns {
            try ask(.start(.main, route))
            try ask(.stop(.main))
            if scale.isDue(turn, of: turns), areAllThere() { scale.note() }
        }
        outcome.note(scale.problems("starts and stops", isJudged: !context.isShort))
        scale = Scale(bus: bus)
        let routes = context.isShort ? 100 : 10_000
        for turn in 0..<routes {
            try ask(.start(.main, route))
            if scale.isDue(turn, of: routes), areAllThere() { scale.note() }
        }
        outcome.note(scale.problems("routes", isJudged: !context.isShort))
        let isCaughtUp = drive.awaitWitness()
        drive.stop()
        outcome.note(isCaughtUp ? [] : ["the witness has not received the last event"])
        let numbers = try drive.published().sequences
        let holes = zip(numbers, numbers.dropFirst()).reduce(0) { $0 + Int($1.1) - Int($1.0) - 1 }
        outcome.lost = holes
        outcome.notes.append("\(numbers.count) events, of which \(holes) were lost")
        return outcome
    }

    /// The fix at a second of the day, with a lap of the route each quarter of an hour.
    private static func fix(_ second: Int, along route: Route) -> Fix {
        let place = Double(second % 900) / 900 * Double(route.geometry.count - 1)
        let (one, other) = (route.geometry[Int(place)], route.geometry[min(Int(place) + 1, route.geometry.count - 1)])
        let share = place - place.rounded(.down)
        let position = Coordinate(
            latitudeDegrees: one.latitudeDegrees + share * (other.latitudeDegrees - one.latitudeDegrees),
            longitudeDegrees: one.longitudeDegrees + share * (other.longitudeDegrees - one.longitudeDegrees))
        return Fix(
            time: Timestamp(nanosecondsSinceEpoch: 1_777_881_600_000_000_000 + Int64(second) * 1_000_000_000),
            position: position, speedMetersPerSecond: 9, quality: .gps)
    }
}

/// Measures memory and open files of the bus after a tenth of the time and at the end.
private struct Scale {
    let bus: Int32
    private var first: (kilobytes: Int, files: Int)?
    private var last: (kilobytes: Int, files: Int) = (0, 0)

    init(bus: Int32) { self.bus = bus }

    func isDue(_ turn: Int, of all: Int) -> Bool { turn == all / 10 || turn == all - 1 }

    mutating func note() {
        last = (ProcessTree.privateKilobytes(bus), settledFiles())
        if first == nil { first = last }
    }

    /// Number of open files, without those of connections that are being opened or closed.
    private func settledFiles() -> Int {
        let looks = (0..<20).map { _ in
            Thread.sleep(forTimeInterval: 0.05)
            return ProcessTree.openFiles(bus)
        }
        return looks.min() ?? 0
    }

    /// The growth that exceeds the limits.
    ///
    /// - Parameters:
    ///   - title: name of the measurement.
    ///   - isJudged: whether the run was long enough that pools and journals are full.
    func problems(_ title: String, isJudged: Bool) -> [String] {
        guard let first else { return ["\(title): not measured"] }
        say("   \(title): \(first.kilobytes) kB, later \(last.kilobytes) kB; \(last.files) files")
        var problems: [String] = []
        if isJudged, last.kilobytes - first.kilobytes > 1024 {
            problems.append("\(title): the bus has grown from \(first.kilobytes) to \(last.kilobytes) kB")
        }
        if last.files > first.files + 2 {
            problems.append("\(title): \(first.files) files were open, then \(last.files)")
        }
        return problems
    }
}
