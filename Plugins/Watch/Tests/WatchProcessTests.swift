import EventBus
import Foundation
import NavigationEvents
import Synchronization
import TestSupport
import Testing

@testable import Watch

/// Tests of the program in a terminal, on a real bus.
@Suite(.serialized) struct WatchProcessTests {
    private let folder: TemporaryFolder
    private let endpoints: BusEndpoints
    private let program = BuiltProgram("navbus-watch").url.path

    init() throws {
        folder = try TemporaryFolder()
        let path = folder.path + "/bus"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        endpoints = BusEndpoints(folder: RunFolder(path: path))
    }

    /// A bus that publishes its status, like that of navbus.
    private func bus() throws -> BusServer {
        let asked = ServerReference()
        let server = try BusServer(
            endpoints: endpoints, settings: { _ throws(RequestError) in [:] }, onReport: { _ in },
            handler: { request in
                guard request == .status, let server = asked.server.withLock({ $0 }) else { return .done }
                return .status(await server.status())
            })
        asked.server.withLock { $0 = server }
        return server
    }

    private func terminal(_ columns: Int, _ rows: Int) throws -> TmuxTerminal {
        try TmuxTerminal(
            in: folder, columns: columns, rows: rows,
            environment: ["NAVBUS_ENDPOINT": endpoints.requests, "HOME": folder.path])
    }

    private static let route = Route(
        id: "first", provider: "test", geometry: [], legs: [], stopovers: [], distanceMeters: 1, durationSeconds: 1)

    @Test func `forty columns show a drive, and q restores the terminal`() async throws {
        let (bus, terminal) = (try bus(), try terminal(40, 12))
        try terminal.type("echo before")
        try terminal.type("\(program); echo left $?")
        terminal.shows("No navigation")
        await bus.publish(.navigationStarted(Self.route))
        await bus.publish(.navigation(.make(.make(lanes: .rightmost), inMeters: 290)))
        terminal.shows("290 m", "Berliner Straße", "↑ [↱]", "Rohrbacher Straße", "48 km/h  limit 50", "4.2 km", "█")
        #expect(terminal.lines.allSatisfy { $0.count <= 40 })
        await bus.publish(.navigation(.make(.make(2, .turnLeft, onto: "طريق 🚲 東京"), inMeters: 80)))
        terminal.shows("80 m", "東京")
        await bus.publish(.navigationStopped(.requested))
        terminal.shows("No navigation")
        #expect(!terminal.text.contains("█"), "a stop leaves no sign behind")
        try terminal.press("q")
        terminal.shows("before", "left 0")
        #expect(terminal.isGivenBack)
        await bus.close()
    }

    @Test func `a resized ASCII screen is drawn again and ends with Ctrl-C`() async throws {
        let (bus, terminal) = (try bus(), try terminal(40, 12))
        try terminal.type("\(program) --ascii; echo left $?")
        terminal.shows("No navigation")
        await bus.publish(.navigationStarted(Self.route))
        await bus.publish(.navigation(.make(inMeters: 290)))
        terminal.shows("290 m", "Berliner Strasse", "###")
        #expect(terminal.text.utf8.allSatisfy { $0 < 0x7F })
        try terminal.resize(columns: 80, rows: 24)
        terminal.shows("then <- 120 m Am Roemerkreisel")
        #expect(terminal.waits { terminal.lines.count { $0.contains("#") } > 7 }, "the sign has grown")
        try terminal.press("C-c")
        terminal.shows("left 0")
        #expect(terminal.isGivenBack)
        await bus.close()
    }

    @Test func `after a suspension the screen shows the current state`() async throws {
        let (bus, terminal) = (try bus(), try terminal(60, 16))
        try terminal.type("\(program)")
        terminal.shows("No navigation")
        await bus.publish(.navigationStarted(Self.route))
        await bus.publish(.navigation(.make(inMeters: 290)))
        terminal.shows("290 m")
        try terminal.press("C-z")
        terminal.shows("Stopped")
        #expect(terminal.waits { terminal.isGivenBack })
        await bus.publish(.navigation(.make(inMeters: 70)))
        try terminal.type("fg")
        terminal.shows("70 m", "Berliner Straße")
        try terminal.press("q")
        #expect(terminal.waits { terminal.isGivenBack })
        await bus.close()
    }

    @Test func `in the background the program ends at once and keeps the screen of the shell`() async throws {
        let (bus, terminal) = (try bus(), try terminal(60, 16))
        try terminal.type("echo before")
        try terminal.type("\(program)")
        terminal.shows("No navigation")
        try terminal.press("C-z")
        terminal.shows("before", "Stopped")
        try terminal.type("bg; echo go''ing on")
        terminal.shows("before", "going on")
        try terminal.type("kill %1; wait %1; echo left $?")
        terminal.shows("before", "going on", "left 0")
        #expect(terminal.isGivenBack)
        await bus.close()
    }

    @Test func `Ctrl-backslash restores the terminal`() async throws {
        let (bus, terminal) = (try bus(), try terminal(60, 16))
        try terminal.type("ulimit -c 0; echo before")
        try terminal.type("\(program); echo left $?; stty -a | grep -o ' icanon'")
        terminal.shows("No navigation")
        try terminal.press("C-\\")
        terminal.shows("before", "left 131", " icanon")
        #expect(terminal.isGivenBack)
        await bus.close()
    }

    @Test func `a lost and a returned bus are shown, and SIGTERM restores the terminal`()
        async throws
    {
        let (first, terminal) = (try bus(), try terminal(60, 16))
        try terminal.type("\(program); echo left $?")
        terminal.shows("No navigation")
        await first.publish(.navigationStarted(Self.route))
        await first.publish(.navigation(.make(inMeters: 290)))
        terminal.shows("290 m")
        await first.close()
        terminal.shows("no bus for")
        let second = try bus()
        await second.publish(.navigationStarted(Self.route))
        await second.publish(.navigation(.make(inMeters: 150)))
        terminal.shows("150 m")
        #expect(terminal.waits { !terminal.text.contains("the bus is gone") })
        try terminal.press("C-c")
        terminal.shows("left 0")
        #expect(terminal.isGivenBack)
        await second.close()
    }

    @Test func `without a terminal each change prints a line`() async throws {
        let bus = try bus()
        let watch = try BuiltProgram("navbus-watch").start([], environment: ["NAVBUS_ENDPOINT": endpoints.requests])
        #expect(watch.wait { $0.output.contains("no navigation") })
        await bus.publish(.navigation(.make(inMeters: 290)))
        #expect(watch.wait { $0.output.contains("in 290 m: Turn right  Berliner Straße") })
        #expect(!watch.output.contains("\u{1B}"))
        watch.signal(SIGTERM)
        #expect(watch.wait().exitCode == 0)
        await bus.close()
    }

    @Test func `invalid arguments give a message with a remedy`() throws {
        for words in [["--unit", "us"], ["--units", "miles"], ["now"], ["--session", "My Car"]] {
            let outcome = try BuiltProgram("navbus-watch").run(words)
            #expect(outcome.exitCode == 64 && !outcome.errors.isEmpty, "\(words)")
        }
        let help = try BuiltProgram("navbus-watch").run(["--help"])
        #expect(help.exitCode == 0 && help.output.contains("--ascii"))
    }

    @Test func `a stalled terminal delays nothing and then gets the latest frame`() async throws {
        let bus = try bus()
        let pair = try PseudoTerminal()
        let watch = try pair.start(program, environment: ["NAVBUS_ENDPOINT": endpoints.requests, "TERM": "xterm"])
        defer { watch.terminate() }
        await bus.publish(.navigationStarted(Self.route))
        for step in 0..<3000 {
            await bus.publish(
                .navigation(.make(.make(step, onto: "Street \(step)"), inMeters: Double(3000 - step))))
        }
        let memory = pair.residentKilobytes(of: watch.processIdentifier)
        #expect(memory < 120_000, "\(memory) kB")
        await bus.publish(.navigation(.make(.make(3000, onto: "MOZARTWEG"), inMeters: 40)))
        #expect(pair.reads(until: "MOZARTWEG"))
        watch.terminate()
        #expect(pair.reads(until: "\u{1B}[?1049l"))
        await bus.close()
    }
}

/// A reference to the server, which is created after its callback.
private final class ServerReference: Sendable {
    let server = Mutex<BusServer?>(nil)
}

/// A pseudo terminal, of which a program gets one end.
private final class PseudoTerminal {
    private let near: Int32
    private let far: FileHandle
    private var seen: [UInt8] = []

    init() throws {
        near = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        // TIOCSPTLCK unlocks the other end, and TIOCGPTN returns its number.
        var (isLocked, number): (Int32, Int32) = (0, 0)
        guard near >= 0, ioctl(near, 0x4004_5431, &isLocked) == 0, ioctl(near, 0x8004_5430, &number) == 0 else {
            throw TmuxFailure(description: "failed to open a terminal: \(String(cString: strerror(errno)))")
        }
        let descriptor = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
        guard descriptor >= 0 else { throw TmuxFailure(description: "failed to open the far end of a terminal") }
        far = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    deinit { close(near) }

    func start(_ program: String, environment: [String: String]) throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = far
        process.standardOutput = far
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }

    /// Reads until a text has arrived.
    func reads(until text: String) -> Bool {
        let end = ContinuousClock.now + .seconds(20)
        var bytes = [UInt8](repeating: 0, count: 65536)
        while ContinuousClock.now < end {
            if String(decoding: seen, as: UTF8.self).contains(text) { return true }
            var state = pollfd(fd: near, events: Int16(POLLIN), revents: 0)
            guard poll(&state, 1, 100) > 0 else { continue }
            let count = read(near, &bytes, bytes.count)
            if count > 0 { seen += bytes[..<count] }
        }
        return false
    }

    func residentKilobytes(of process: Int32) -> Int {
        let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line?.split(separator: " ").compactMap { Int($0) }.first ?? .max
    }
}
