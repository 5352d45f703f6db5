import Glibc
import NavigationEvents
import Platform
import Testing

@testable import Positions

@Suite("Positions from a serial line", .timeLimit(.minutes(1)))
struct SerialLineTests {
    @Test func `an epoch of a receiver is delivered without waiting for the next one`() async throws {
        let line = try PseudoTerminal()
        line.say("fragment of a sentence*00\r\n" + NMEAWriter.epoch("080000.00"))
        let told = await CollectedEvents.from(NMEASource(serialLine: line.path, baudRate: 9600)) { told in
            if told.fixes.count == 1, told.events.count < 5 { line.say(NMEAWriter.epoch("080001.00")) }
            return told.fixes.count >= 2
        }
        #expect(told.fixes.map(\.position) == [.harbour, .harbour])
        #expect(told.fixes[1].time.seconds(since: told.fixes[0].time) == 1)
    }

    @Test func `a heading on the line is delivered immediately, before and between the epochs`()
        async throws
    {
        let line = try PseudoTerminal()
        let compass = NMEAWriter.sentence("HCHDG,98.3,,,12.6,W") + "\r\n"
        line.say(compass)
        let told = await CollectedEvents.from(NMEASource(serialLine: line.path)) { told in
            switch told.headings.count {
            case 1: line.say(NMEAWriter.epoch("080000.00") + compass)
            case 2 where told.fixes.count == 1: line.say(compass)
            default: break
            }
            return told.headings.count >= 3
        }
        #expect(told.fixes.map(\.headingDegrees) == [85.7])
        #expect(told.headings.allSatisfy { $0.reference == .trueNorth && $0.time == nil })
        #expect(told.headings.allSatisfy { $0.source == "nmea \(line.path) HC" })
    }

    @Test func `an unplugged receiver is a problem, and is read again when it is back under its name`() async throws {
        let folder = try DeviceFolder()
        var line: PseudoTerminal? = try folder.plugIn()
        line?.say(NMEAWriter.epoch("080000.00"))
        let told = await CollectedEvents.from(NMEASource(serialLine: folder.device)) { told in
            switch (told.fixes.count, told.problems.count, line) {
            case (1, 0, _?):
                line = nil
                folder.unplug()
            case (1, 3, nil):
                line = try? folder.plugIn()
                line?.say(NMEAWriter.epoch("080009.00"))
            default: break
            }
            return told.fixes.count == 2
        }
        let losses = told.problems.compactMap { problem -> Double? in
            guard case .deviceLost(folder.device, _, let pause) = problem else { return nil }
            return pause
        }
        #expect(losses.starts(with: [0.5, 1, 2]))
        #expect(told.problems.last == .reconnected(address: folder.device))
        #expect(told.fixes.map { $0.time.seconds(since: told.fixes[0].time) } == [0, 9])
        #expect(!told.events.contains(.ended))
    }

    @Test func `a receiver that is missing at the start is awaited, and the report names the remedy`() async throws {
        let folder = try DeviceFolder()
        var line: PseudoTerminal?
        let source = NMEASource(serialLine: folder.device, clock: InstantClock())
        let told = await CollectedEvents.from(source) { told in
            if told.problems.count == 8, line == nil {
                line = try? folder.plugIn()
                line?.say(NMEAWriter.epoch("080000.00"))
            }
            return !told.fixes.isEmpty
        }
        let texts = told.problems.map { "\($0)" }
        #expect(
            texts.first == "read positions from \(folder.device): No such file or directory; connect the receiver, or "
                + "name its device (ls /dev/ttyACM* /dev/ttyUSB*) as source.path; the next attempt is in 0.5 s")
        #expect(!texts.dropFirst().contains { $0.contains("source.path") }, "the remedy is named once")
        #expect(told.problems.last == .reconnected(address: folder.device))
        #expect(!told.events.contains(.ended))
    }

    @Test func `a device that may not be read has a remedy of its own`() {
        let problem = PositionProblem.deviceLost(
            device: "/dev/ttyUSB0", reason: SystemError.text(EACCES), retryAfterSeconds: 0.5)
        #expect("\(problem)".contains("add the user to the group of the device"))
    }

    @Test func `unknown baud rates and plain files are clear problems`() async throws {
        let line = try PseudoTerminal()
        let file = try TemporaryFile("text")
        let cases = [
            (NMEASource(serialLine: line.path, baudRate: 1234), "1234 is not a baud rate; use one of 1200, 2400"),
            (NMEASource(serialLine: file.path), "it is not a serial line"),
        ]
        for (source, words) in cases {
            let told = await CollectedEvents.from(source)
            #expect(told.problems.first.map { "\($0)" }?.contains(words) == true, "\(told.problems)")
            #expect(told.events.last == .ended)
        }
    }
}

/// A folder with the device of a receiver, which can be unplugged and plugged in again under its name.
private final class DeviceFolder: Sendable {
    private let path: String
    var device: String { path + "/ttyUSB0" }

    init() throws {
        path = "/tmp/navbus-test-\(getpid())-\(UInt32.random(in: 0 ... .max))"
        guard mkdir(path, 0o700) == 0 else { throw TCPConnection.Failure(reason: SystemError.text(errno)) }
    }

    deinit {
        unplug()
        rmdir(path)
    }

    func plugIn() throws -> PseudoTerminal {
        let line = try PseudoTerminal()
        symlink(line.path, device)
        return line
    }

    func unplug() { unlink(device) }
}

/// Both ends of a serial line; the test uses the receiver's end.
private final class PseudoTerminal: Sendable {
    let path: String
    private let ours: Int32

    init() throws {
        // As by posix_openpt, unlockpt and ptsname, which the module Glibc lacks.
        let (unlock, tellNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
        var (locked, number): (Int32, Int32) = (0, 0)
        ours = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard ours >= 0, ioctl(ours, unlock, &locked) == 0, ioctl(ours, tellNumber, &number) == 0 else {
            throw TCPConnection.Failure(reason: SystemError.text(errno))
        }
        path = "/dev/pts/\(number)"
    }

    deinit { close(ours) }

    func say(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(ours, bytes, bytes.count)
    }
}
