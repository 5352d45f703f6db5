import Foundation
import NavigationControl
import NavigationEvents
import Platform
import Positions
import Synchronization
import TestSupport
import Testing

@testable import DBus
@testable import Receivers

/// The search with a real gpsd, a simulated GeoClue and pseudo terminals.
@Suite("A receiver found by itself", .timeLimit(.minutes(2)))
struct AutoSourceTests {
    /// A machine with no receiver at first.
    private final class Machine {
        let bus: PrivateBus
        let folder: TemporaryFolder
        var search = ReceiverSearch()

        init() throws {
            bus = try PrivateBus()
            folder = try TemporaryFolder()
            try folder.write("", to: "serial/by-id/.keep")
            search.port = try FreePort.make()
            search.bus = .at(bus.address)
            search.probe = SerialProbe(devices: folder.path, locks: folder.path)
            search.timeouts.client = 0.5
        }

        func plugIn(_ name: String) throws -> Line { try Line(at: "\(folder.path)/\(name)") }
    }

    /// A serial line: the receiver's end, and a link to the other one.
    final class Line: Sendable {
        private let ends: (receiver: Int32, other: Int32)
        private let path: String

        init(at path: String) throws {
            self.path = path
            var (receiver, other): (Int32, Int32) = (-1, -1)
            var name = [CChar](repeating: 0, count: 128)
            var mode = termios()
            cfmakeraw(&mode)
            guard openpty(&receiver, &other, &name, &mode, nil) == 0, symlink(&name, path) == 0 else {
                throw POSIXError(.EIO)
            }
            for end in [receiver, other] {
                _ = fcntl(end, F_SETFD, FD_CLOEXEC)
                _ = fcntl(end, F_SETFL, O_NONBLOCK)
            }
            ends = (receiver, other)
        }

        deinit {
            unlink(path)
            close(ends.receiver)
            close(ends.other)
        }

        /// The speed that the program at the other end has set.
        var speed: speed_t {
            var mode = termios()
            return tcgetattr(ends.other, &mode) == 0 ? cfgetispeed(&mode) : 0
        }

        /// The bytes that the program has written.
        var written: Int {
            var count: Int32 = 0
            return ioctl(ends.receiver, UInt(FIONREAD), &count) == 0 ? Int(count) : -1
        }

        func say(_ text: String) {
            let bytes = Array(text.utf8)
            _ = write(ends.receiver, bytes, bytes.count)
        }

        /// Reserves the line as another program does.
        func reserve() { _ = flock(ends.other, LOCK_EX) }
    }

    /// Sends a text ten times a second until it is released.
    private final class Talk: Sendable {
        private let isEnded: Ended

        private final class Ended: Sendable {
            let value = Mutex(false)
        }

        convenience init(_ line: Line, _ text: @escaping @Sendable (Line) -> String) {
            self.init { line.say(text(line)) }
        }

        init(_ say: @escaping @Sendable () -> Void) {
            let isEnded = Ended()
            self.isEnded = isEnded
            // A thread, because tests that wait occupy all threads of tasks.
            _ = startThread("talk") {
                while !isEnded.value.withLock({ $0 }) {
                    say()
                    usleep(100_000)
                }
            }
        }

        deinit { isEnded.value.withLock { $0 = true } }
    }

    private static let sentences =
        "$GPRMC,080000.00,A,5003.0000,N,00815.0000,E,10.0,90.0,040526,,,A*51\r\n"
        + "$GPGGA,080000.00,5003.0000,N,00815.0000,E,1,08,1.2,104.5,M,47.0,M,,*66\r\n"

    @Test func `without any receiver the report lists the attempts and the remedy, and the search continues`()
        async throws
    {
        let machine = try Machine()
        let told = CollectedPositions(AutoSource(machine.search))
        #expect(await told.wait { !$0.problems.isEmpty })
        #expect(
            told.texts.first == "get positions from any receiver: gpsd at 127.0.0.1:\(machine.search.port): Connection "
                + "refused; GeoClue: it is not installed; serial ports: there is none; \(AutoSource.remedy); the next "
                + "attempt is in 0.5 s")
        let line = try machine.plugIn("ttyUSB0")
        let talk = Talk(line) { _ in Self.sentences }
        defer { withExtendedLifetime(talk) {} }
        #expect(await told.wait { !$0.fixes.isEmpty }, "\(told.texts)")
        #expect(told.texts.contains { $0.contains("\(machine.folder.path)/ttyUSB0 (9600 baud) is used instead") })
        #expect(line.written == 0)
    }

    @Test func `a real gpsd with a receiver comes first, and one without a receiver does not count`() async throws {
        var machine = try Machine()
        let line = try machine.plugIn("ttyACM0")
        let talk = Talk(line) { _ in Self.sentences }
        defer { withExtendedLifetime(talk) {} }
        let port = machine.search.port
        let empty = try BuiltProgram(url: URL(filePath: "/usr/sbin/gpsd")).start(
            ["-N", "-F", "\(machine.folder.path)/control", "-S", "\(port)"])
        #expect(
            Self.waits { GPSDProbe.problem(host: "127.0.0.1", port: port, stop: StopSignal()) == "it has no receiver" })
        let without = machine.search.run(stop: StopSignal())
        #expect(without.receiver == .serial(path: "\(machine.folder.path)/ttyACM0", baudRate: 9600))
        #expect(without.rejected.first?.reason == "it has no receiver")
        empty.signal(SIGKILL)
        _ = empty.wait()
        // Over the network: gpsd refuses a line that this process has open.
        machine = try Machine()
        let network = try FreePort.make()
        let receiver = Talk { Self.send(Self.sentences, to: network) }
        defer { withExtendedLifetime(receiver) {} }
        let gpsd = try BuiltProgram(url: URL(filePath: "/usr/sbin/gpsd")).start(
            ["-N", "-n", "-S", "\(machine.search.port)", "udp://127.0.0.1:\(network)"])
        defer {
            gpsd.signal(SIGKILL)
            _ = gpsd.wait()
        }
        let search = machine.search
        #expect(
            Self.waits { GPSDProbe.problem(host: search.host, port: search.port, stop: StopSignal()) == nil })
        let told = CollectedPositions(AutoSource(search))
        let found = PositionProblem.found(source: "gpsd at 127.0.0.1:\(search.port)", rejected: [])
        #expect(await told.wait { $0.problems.contains(found) })
        #expect(await told.wait { !$0.fixes.isEmpty }, "\(told.texts)")
    }

    private static func send(_ text: String, to port: UInt16) {
        let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let bytes = Array(text.utf8)
        withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = sendto(descriptor, bytes, bytes.count, 0, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    private static func waits(until isTrue: () -> Bool) -> Bool {
        for _ in 0..<200 {
            if isTrue() { return true }
            usleep(50_000)
        }
        return false
    }

    @Test func `GeoClue counts only with a source of exact positions`() throws {
        let machine = try Machine()
        var geoclue = try machine.bus.start(rig: "geoclue", #"{"level": 4}"#)
        let inexact = machine.search.run(stop: StopSignal())
        #expect(inexact.receiver == nil)
        #expect(inexact.rejected[1].reason == GeoClueError.inexact.reason)
        geoclue.end()
        geoclue = try machine.bus.start(rig: "geoclue", #"{"denies": true}"#)
        #expect(machine.search.run(stop: StopSignal()).rejected[1].reason == "it denies access to navbus")
        geoclue.end()
        geoclue = try machine.bus.start(rig: "geoclue")
        #expect(machine.search.run(stop: StopSignal()).receiver == .geoClue)
        geoclue.end()
    }

    @Test func `the speed of a line is found, and its settings are restored`() throws {
        let machine = try Machine()
        let line = try machine.plugIn("ttyUSB0")
        let before = line.speed
        let talk = Talk(line) { $0.speed == speed_t(B115200) ? Self.sentences : "\u{7F}x\u{3}\n" }
        defer { withExtendedLifetime(talk) {} }
        let found = machine.search.run(stop: StopSignal())
        #expect(found.receiver == .serial(path: "\(machine.folder.path)/ttyUSB0", baudRate: 115_200))
        #expect(line.speed == before && line.written == 0)
    }

    @Test func `silent, foreign and reserved lines are not used, and are not opened again at once`() throws {
        let machine = try Machine()
        let lines = try ["ttyACM0", "ttyACM1", "ttyUSB0", "ttyUSB1", "ttyUSB2"].map { try machine.plugIn($0) }
        let talks = [
            // A depth sounder, and receivers that other programs use.
            Talk(lines[1]) { _ in "$SDDBT,7.8,f,2.4,M,1.3,F*0D\r\n" }, Talk(lines[2]) { _ in Self.sentences },
            Talk(lines[3]) { _ in Self.sentences }, Talk(lines[4]) { _ in Self.sentences },
        ]
        defer { withExtendedLifetime(talks) {} }
        lines[2].reserve()
        let target = try FileManager.default.destinationOfSymbolicLink(atPath: "\(machine.folder.path)/ttyUSB1")
        try machine.folder.write("\(getpid())\n", to: "LCK..\(target.split(separator: "/").last ?? "")")
        let holder = try BuiltProgram(url: URL(filePath: "/bin/sh")).start(
            ["-c", "exec 5<\"$0\"; echo open; exec sleep 60", "\(machine.folder.path)/ttyUSB2"])
        defer {
            holder.signal(SIGKILL)
            _ = holder.wait()
        }
        #expect(holder.wait { $0.output.contains("open") })
        var search = machine.search
        let outcome = search.run(stop: StopSignal())
        #expect(outcome.receiver == nil)
        let reasons = outcome.rejected.dropFirst(2).map(\.reason)
        let used = "another program uses it"
        #expect(reasons == ["it sends nothing", "it sends no positions in NMEA 0183", used, used, used])
        #expect(lines.allSatisfy { $0.written == 0 })
        let start = ContinuousClock.now
        #expect(search.run(stop: StopSignal()).rejected == outcome.rejected)
        #expect(ContinuousClock.now - start < .seconds(2))
    }

    @Test func `the permanent name of a line is preferred, and each line is tried once`() throws {
        let machine = try Machine()
        let line = try machine.plugIn("ttyACM0")
        defer { withExtendedLifetime(line) {} }
        let permanent = "\(machine.folder.path)/serial/by-id/usb-u-blox_7-if00"
        try FileManager.default.createSymbolicLink(
            atPath: permanent, withDestinationPath: "\(machine.folder.path)/ttyACM0")
        #expect(machine.search.probe.candidates() == [permanent])
    }

    @Test func `the doctor shows the receiver, or the attempts`() {
        var outcome = ReceiverSearch.Outcome(rejected: [.init(name: "GeoClue", reason: "it is not installed")])
        #expect(
            ReceiversProcess.finding(outcome).line
                == "absent\tsource auto\tfinds no receiver: GeoClue: it is not installed\t\(AutoSource.remedy)")
        outcome.receiver = .serial(path: "/dev/ttyUSB0", baudRate: 4800)
        #expect(
            ReceiversProcess.finding(outcome).line
                == "fine\tsource auto\tfinds /dev/ttyUSB0 (4800 baud); not GeoClue: it is not installed\t")
    }
}
