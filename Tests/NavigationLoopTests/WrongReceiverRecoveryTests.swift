import Guidance
import NavigationEvents
import Testing

@testable import NavigationLoop

/// The knowledge of a drive about a wrong receiver survives the process, and is reported once.
@Suite("Recovery with a wrong receiver")
struct WrongReceiverRecoveryTests {
    /// A drive whose clock is set back by 20 s, and whose speed is in km/h.
    private static func inputs() async throws -> [DriveInput] {
        let fixes: [Fix] = try await ExampleDrive.inputs().compactMap {
            if case .fix(let fix) = $0, fix.time.nanosecondsSinceEpoch % 1_000_000_000 == 0 { fix } else { nil }
        }
        let start = DriveInput.started(try ExampleDrive.route())
        return [start]
            + fixes.prefix(400).enumerated().map { index, fix in
                var fix = fix
                fix.speedMetersPerSecond = fix.speedMetersPerSecond.map { $0 * 3.6 }
                if index >= 100 { fix.time = fix.time.advanced(bySeconds: -20) }
                return .fix(fix)
            }
    }

    private static func published(_ inputs: [DriveInput], killedAt kills: Set<Int> = []) throws -> [TickedEvent] {
        var drive = try RecoverableDrive()
        for (index, input) in inputs.enumerated() {
            try drive.process(input, dyingAfter: kills.contains(index) ? index % 3 : nil)
        }
        return drive.published
    }

    @Test func `a drive that is killed at any time continues with the same events`() async throws {
        let inputs = try await Self.inputs()
        let whole = try Self.published(inputs)
        for first in 98...106 {
            #expect(try Self.published(inputs, killedAt: [40, first, 150]) == whole, "killed at \(first)")
        }
    }

    @Test func `each thing that the receiver reports wrongly is reported once`() async throws {
        let events = try Self.published(try await Self.inputs())
        let reports = events.compactMap { if case .control(let report) = $0.event { report.text } else { nil } }
        #expect(reports.filter { $0.contains("read as km/h") }.count == 1)
        #expect(reports.filter { $0.contains("it was set back by 20") }.count == 1)
        let fixes = events.compactMap { if case .gps(let fix) = $0.event { fix } else { nil } }
        #expect(zip(fixes, fixes.dropFirst()).allSatisfy { $0.time < $1.time })
        #expect(fixes.suffix(100).allSatisfy { ($0.speedMetersPerSecond ?? 0) < 30 })
    }
}
