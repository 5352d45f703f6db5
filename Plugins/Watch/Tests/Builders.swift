import Dashboard
import Glibc
import NavigationEvents
import Synchronization

@testable import Watch

extension Fix {
    static func make(speed: Double = 13.3) -> Fix {
        Fix(
            time: Timestamp(nanosecondsSinceEpoch: 1_700_000_000_000_000_000),
            position: Coordinate(latitudeDegrees: 49.41, longitudeDegrees: 8.69), horizontalAccuracyMeters: 4,
            speedMetersPerSecond: speed, satellitesUsed: 9, quality: .gps)
    }
}

extension Step {
    static func make(
        _ number: Int = 1, _ maneuver: Maneuver = .turnRight, onto street: String = "Berliner Straße",
        lanes: [Lane] = []
    ) -> Step {
        Step(
            number: number, maneuver: maneuver, geometryIndex: number, fullRoadName: street, simpleRoadName: street,
            lanes: lanes, distanceFromPreviousMeters: 1000, durationFromPreviousSeconds: 80)
    }
}

extension [Lane] {
    static let rightmost: [Lane] = [
        Lane(directions: [LaneDirection(shape: .straight)]),
        Lane(directions: [LaneDirection(shape: .normalRight, isRecommended: true)]),
    ]
}

extension NavigationInfo {
    static func make(
        _ step: Step? = .make(), inMeters distance: Double = 290, on street: String = "Rohrbacher Straße",
        state: NavigationState = .enroute
    ) -> NavigationInfo {
        NavigationInfo(
            state: state, routeID: "first", fix: .make(), currentStep: step,
            nextStep: .make(2, .turnLeft, onto: "Am Römerkreisel"),
            toManeuver: Remaining(distanceMeters: distance, durationSeconds: 20),
            toDestination: Remaining(distanceMeters: 4210, durationSeconds: 720), maneuverToNextMeters: 120,
            speedLimit: SpeedLimit(metersPerSecond: 50 / 3.6, isExplicit: true), currentStreetName: street)
    }
}

extension ControlReport {
    static func speech(_ kind: ReportKind, _ text: String, range: Range<Int>? = nil) -> ControlReport {
        ControlReport(
            control: "speech", kind: kind, effect: "utterance", text: text, processID: 1, range: range, effectNumber: 1)
    }
}

extension Dashboard {
    /// A dashboard during a drive, with all kinds of content.
    static func make(_ info: NavigationInfo = .make()) -> Dashboard {
        var dashboard = Dashboard()
        dashboard.update(info, at: Moment(seconds: 0))
        return dashboard
    }
}

extension ScreenFrame {
    /// The rows as text, without trailing spaces.
    var lines: [String] {
        (0..<rows).map { row in
            let text = (0..<columns).map { self[row, $0].glyph.text }.joined()
            return String(text.reversed().drop { $0 == " " }.reversed())
        }
    }

    var text: String { lines.joined(separator: "\n") }
}

extension DashboardRenderer {
    static func lines(
        _ dashboard: Dashboard, _ columns: Int = 40, _ rows: Int = 12, _ options: RenderOptions = RenderOptions(),
        at seconds: Double = 0
    ) -> [String] {
        var renderer = DashboardRenderer(options: options)
        return renderer.frame(dashboard, columns: columns, rows: rows, at: Moment(seconds: seconds)).lines
    }
}

/// A simulated terminal: a grid of characters that interprets the written bytes.
struct SimulatedTerminal {
    let columns: Int
    let rows: Int
    private(set) var grid: [[String]]
    private var row = 0
    private var column = 0
    /// The number of times the whole screen was cleared.
    private(set) var clearings = 0

    init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        grid = Array(repeating: Array(repeating: " ", count: columns), count: rows)
    }

    var lines: [String] {
        grid.map { String($0.joined().reversed().drop { $0 == " " }.reversed()) }
    }

    mutating func take(_ bytes: some Sequence<UInt8>) {
        var rest = Substring(String(decoding: Array(bytes), as: UTF8.self)).unicodeScalars[...]
        while let scalar = rest.popFirst() {
            if scalar == "\u{1B}" {
                guard rest.popFirst() == "[" else { continue }
                let end = rest.firstIndex { (0x40...0x7E).contains($0.value) } ?? rest.endIndex
                let parameters = String(String.UnicodeScalarView(rest[..<end]))
                let final = end < rest.endIndex ? rest[end] : " "
                rest = end < rest.endIndex ? rest[rest.index(after: end)...] : rest[end...]
                execute(final, parameters)
            } else {
                write(scalar)
            }
        }
    }

    private mutating func execute(_ final: Unicode.Scalar, _ parameters: String) {
        switch final {
        case "H":
            let numbers = parameters.split(separator: ";").compactMap { Int($0) }
            (row, column) = (numbers.first.map { $0 - 1 } ?? 0, numbers.count > 1 ? numbers[1] - 1 : 0)
        case "J":
            clearings += 1
            grid = Array(repeating: Array(repeating: " ", count: columns), count: rows)
        default: break
        }
    }

    private mutating func write(_ scalar: Unicode.Scalar) {
        // A directional mark takes no column.
        guard row < rows, scalar != "\u{200E}" else { return }
        let width = scalar.columns
        if width == 0 {
            if column > 0 { grid[row][column - 1].unicodeScalars.append(scalar) }
            return
        }
        guard column < columns else { return }
        grid[row][column] = String(scalar)
        if width == 2, column + 1 < columns { grid[row][column + 1] = "" }
        column += width
    }
}

/// A terminal with limited capacity.
final class LimitedTerminal: TerminalPort {
    struct State {
        var size: (columns: Int, rows: Int) = (40, 12)
        var room = Int.max
        var written: [UInt8] = []
        var isTaken = false
        var leavings = 0
        var isForeground = true
        var isGone = false
        /// Pressed keys that were not read yet.
        var pressed: [UInt8] = []
        /// The timeouts of the calls that read keys, milliseconds.
        var waits: [Int] = []
    }

    let state = Mutex(State())

    var size: (columns: Int, rows: Int) { state.withLock(\.size) }
    var isForeground: Bool { state.withLock(\.isForeground) }
    func takeResumption() -> Bool { false }
    func enter() { state.withLock { $0.isTaken = true } }

    func leave() {
        state.withLock {
            $0.isTaken = false
            $0.leavings += 1
        }
    }

    func write(_ bytes: ArraySlice<UInt8>) -> Int {
        state.withLock { state in
            let count = min(state.room, bytes.count)
            state.written += bytes.prefix(count)
            state.room -= count
            return count
        }
    }

    func keys(timeoutMilliseconds: Int, orWritable: Bool) -> [UInt8]? {
        state.withLock { $0.waits.append(timeoutMilliseconds) }
        let end = ContinuousClock.now + .milliseconds(timeoutMilliseconds)
        repeat {
            let keys = state.withLock { state -> [UInt8]? in
                defer { state.pressed = [] }
                return state.isGone ? nil : state.pressed
            }
            guard let keys else { return nil }
            if !keys.isEmpty || orWritable && state.withLock({ $0.room > 0 }) { return keys }
            usleep(500)
        } while ContinuousClock.now < end
        return []
    }

    var written: [UInt8] { state.withLock(\.written) }

    /// The terminal after the bytes written so far.
    var paper: SimulatedTerminal {
        let size = size
        var paper = SimulatedTerminal(columns: size.columns, rows: size.rows)
        paper.take(written)
        return paper
    }

    /// Waits until a condition is true.
    func waits(for condition: (LimitedTerminal) -> Bool) -> Bool {
        let end = ContinuousClock.now + .seconds(20)
        while ContinuousClock.now < end {
            if condition(self) { return true }
            usleep(1000)
        }
        return condition(self)
    }
}
