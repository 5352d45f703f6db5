import EventBus
import Foundation
import NavigationEvents
import Pictures
import Platform
import Synchronization
import TestSupport
import Testing

@testable import PictureOutput
@testable import Signs

/// Tests of the control as a process on a real bus.
@Suite(.serialized) struct SignsProcessTests {
    @Test func `a control killed with a sign shows the right one after its restart`() async throws {
        let stage = try ProcessFixture()
        let route = Route(
            id: "first", provider: "test", geometry: [], legs: [], stopovers: [], distanceMeters: 1, durationSeconds: 1)
        let first = try stage.start()
        await stage.bus.publish(.navigationStarted(route))
        await stage.bus.publish(.navigation(.make(.make(.turnRight, number: 1))))
        #expect(stage.shows("turnRight"))
        first.signal(SIGKILL)
        _ = first.wait()
        // The drive continues without the control.
        await stage.bus.publish(.navigation(.make(.make(.turnLeft, number: 2))))
        let second = try stage.start()
        #expect(stage.shows("turnLeft"))
        let expected = try PictureRenderer.banner.png(Picture(Sign(.turn(.left))))
        #expect(try stage.folder.bytes("signs/next.png") == expected)
        second.signal(SIGTERM)
        #expect(second.wait().exitCode == 0)
        #expect(stage.shows(nil))
        #expect(try stage.folder.bytes("signs/next.png") == PictureRenderer.banner.png(nil))
        await stage.bus.close()
    }

    @Test func `a continuous reader sees complete files and knows which belong together`() async throws {
        let stage = try ProcessFixture()
        let control = try stage.start()
        let reader = Reader(folder: stage.folder.path + "/signs")
        reader.begin()
        let maneuvers: [Maneuver] = [.turnLeft, .turnRight, .destination, .roundaboutLeftClockwise, .forkRight]
        for number in 0..<400 {
            let step = Step.make(maneuvers[number % maneuvers.count], number: number)
            await stage.bus.publish(.navigation(.make(step)))
        }
        #expect(stage.shows("forkRight"))
        await stage.bus.publish(.navigationStopped(.requested))
        #expect(stage.shows(nil))
        let seen = reader.end()
        #expect(seen.problems.isEmpty, "\(seen.problems.prefix(3))")
        #expect(seen.whole > 20, "\(seen)")
        #expect(seen.signs.count > 2, "\(seen)")
        control.signal(SIGTERM)
        #expect(control.wait().exitCode == 0)
        #expect(stage.folder.names.contains("signs"))
        await stage.bus.close()
    }

    @Test func `a wrong setting is reported with a remedy and not tried again`() async throws {
        let stage = try ProcessFixture(more: ["--set", "device=/dev/fb1"])
        let control = try stage.launch()
        let outcome = control.wait()
        #expect(outcome.exitCode == 78)
        #expect(outcome.errors.contains("set \"panel\" to its size too"), "\(outcome.errors)")
        await stage.bus.close()
    }
}

/// A bus with a sign control that is started, killed and restarted.
private final class ProcessFixture {
    let folder: TemporaryFolder
    let bus: BusServer
    private let ready: Ready
    private let environment: [String: String]
    private let more: [String]

    private final class Ready: Sendable {
        private let state = Mutex(0)
        var count: Int { state.withLock { $0 } }
        func hear(_ report: ControlReport) { if report.kind == .ready { state.withLock { $0 += 1 } } }
    }

    /// - Parameter more: Further arguments of the control.
    init(_ settings: [String: SettingValue] = [:], more: [String] = []) throws {
        self.more = more
        folder = try TemporaryFolder()
        let path = folder.path + "/bus"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let endpoints = BusEndpoints(folder: RunFolder(path: path))
        environment = ["NAVBUS_ENDPOINT": endpoints.requests, "NAVBUS_STATE": path]
        let ready = Ready()
        self.ready = ready
        bus = try BusServer(
            endpoints: endpoints, settings: { _ throws(RequestError) in settings }, onReport: { ready.hear($0) })
    }

    func launch() throws -> RunningProgram {
        try BuiltProgram("navbus-signs").start(
            ["--set", "folder=\(folder.path)/signs"] + more, environment: environment)
    }

    /// Starts the control and waits until it is ready.
    func start() throws -> RunningProgram {
        let before = ready.count
        let program = try launch()
        guard program.wait(until: { _ in ready.count > before }) else { throw NotReady(errors: program.errors) }
        return program
    }

    /// Waits until the JSON has this maneuver, or none.
    func shows(_ maneuver: String?) -> Bool {
        let end = ContinuousClock.now + .seconds(20)
        while ContinuousClock.now < end {
            if let json = Reading(folder.path + "/signs")?.json, json["sign"] != nil {
                let sign = json["sign"] as? [String: Any]
                if sign?["maneuver"] as? String == maneuver { return true }
            }
            usleep(2000)
        }
        return false
    }
}

private struct NotReady: Error {
    var errors: String
}

/// The content of `next.json` at a time.
private struct Reading {
    let bytes: Data
    let json: [String: Any]

    /// Reads the file; `nil` if it is missing or invalid.
    init?(_ folder: String) {
        guard let bytes = try? Data(contentsOf: URL(filePath: folder + "/next.json")),
            let json = try? JSONSerialization.jsonObject(with: bytes) as? [String: Any]
        else { return nil }
        self.bytes = bytes
        self.json = json
    }
}

/// Reads all files of the folder repeatedly.
private final class Reader: Sendable {
    struct Seen: Sendable {
        /// The readings with matching checksums.
        var whole = 0
        var signs: Set<String> = []
        var problems: [String] = []
    }

    private let folder: String
    private let state = Mutex((seen: Seen(), isEnding: false))
    private let ended = DispatchSemaphore(value: 0)

    init(folder: String) { self.folder = folder }

    func begin() {
        let thread = Thread { [self] in
            while !state.withLock({ $0.isEnding }) { read() }
            ended.signal()
        }
        thread.start()
    }

    func end() -> Seen {
        state.withLock { $0.isEnding = true }
        ended.wait()
        return state.withLock { $0.seen }
    }

    private func read() {
        guard let reading = Reading(folder) else { return note("next.json is none") }
        var isWhole = true
        for (name, facts) in reading.json["files"] as? [String: [String: Any]] ?? [:] {
            guard let bytes = try? Array(Data(contentsOf: URL(filePath: "\(folder)/\(name)"))) else {
                return note("\(name) is missing")
            }
            let end = Array(
                (name.hasSuffix("png") ? "IEND\u{AE}B`\u{82}" : "</svg>").unicodeScalars.map { UInt8($0.value) })
            let text = bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...]
            if !text.suffix(end.count).elementsEqual(end) { note("\(name) is torn") }
            if facts["crc32"] as? String != CyclicChecksum.of(bytes).hexadecimal { isWhole = false }
        }
        // Files that do not match are being replaced: then the JSON changes soon.
        guard !isWhole else { return noteWhole(reading) }
        let deadline = ContinuousClock.now + .seconds(5)
        while Reading(folder)?.bytes == reading.bytes {
            guard ContinuousClock.now < deadline else { return note("files that do not belong together stayed") }
        }
    }

    private func note(_ problem: String) { state.withLock { $0.seen.problems.append(problem) } }

    private func noteWhole(_ reading: Reading) {
        let words = (reading.json["sign"] as? [String: Any])?["maneuver"] as? String ?? "none"
        state.withLock {
            $0.seen.whole += 1
            $0.seen.signs.insert(words)
        }
    }
}

extension PictureRenderer {
    fileprivate static var banner: PictureRenderer { PictureRenderer(style: PictureStyle()) }
}
