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

    @Test func `while the receiver is silent the seconds pass`() async throws {
        let line = try PseudoTerminal()
        line.say(NMEAWriter.epoch("080000.00"))
        let told = await CollectedEvents.from(NMEASource(serialLine: line.path)) { !$0.elapsed.isEmpty }
        let fix = try #require(told.fixes.first), elapsed = try #require(told.elapsed.first)
        #expect(elapsed.seconds(since: fix.time) >= 1.5)
    }

    @Test func `an unplugged receiver is a problem and an end`() async throws {
        var line: PseudoTerminal? = try PseudoTerminal()
        line?.say(NMEAWriter.epoch("080000.00"))
        let path = line?.path ?? ""
        let told = await CollectedEvents.from(NMEASource(serialLine: path)) { told in
            if !told.fixes.isEmpty { line = nil }
            return false
        }
        #expect(told.events.last == .ended)
        guard case .unreadable(path, _) = told.problems.last else {
            Issue.record("\(told.problems)")
            return
        }
    }

    @Test func `unknown baud rates, plain files and missing devices are clear problems`() async throws {
        let line = try PseudoTerminal()
        let file = try TemporaryFile("text")
        let cases = [
            (NMEASource(serialLine: line.path, baudRate: 1234), "1234 is not a baud rate; use one of 1200, 2400"),
            (NMEASource(serialLine: file.path), "it is not a serial line"),
            (NMEASource(serialLine: "/dev/no-such-line"), "No such file"),
        ]
        for (source, words) in cases {
            let told = await CollectedEvents.from(source)
            #expect(told.problems.first.map { "\($0)" }?.contains(words) == true, "\(told.problems)")
            #expect(told.events.last == .ended)
        }
    }
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
