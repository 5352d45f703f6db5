import Guidance
import NavigationEvents
import Platform
import Positions
import Testing

@testable import NavigationLoop

@Suite("Positions that stop")
struct SourceWatchTests {
    private let start = Timestamp(nanosecondsSinceEpoch: 1_700_000_000_000_000_000)

    /// A watch of a source that has sent positions at these seconds.
    private func watch(fixesAt seconds: [Double]) -> SourceWatch {
        var watch = SourceWatch()
        for second in seconds {
            watch.recordFix(now: second)
            watch.recordTime(start.advanced(bySeconds: second), now: second)
        }
        return watch
    }

    @Test func `a silent receiver is detected once and a slow one only after a minute`() {
        var watch = SourceWatch()
        func expect(_ answer: Bool, _ expected: Bool) { #expect(answer == expected) }
        expect(watch.check(now: 0), false)
        for second in 0..<5 { watch.recordFix(now: Double(second)) }
        expect(watch.check(now: 6.9), false)
        expect(watch.check(now: 7.1), true)
        #expect(watch.isStale)
        expect(watch.check(now: 60), false)
        watch.recordFix(now: 61)
        #expect(!watch.isStale)
        var slow = SourceWatch()
        for second in 0..<5 { slow.recordFix(now: Double(second) * 5) }
        expect(slow.check(now: 60), false)
        expect(slow.check(now: 80.1), true)
    }

    @Test func `without fixes the seconds pass from the last fix on`() {
        var watch = watch(fixesAt: [0, 1, 2])
        var passed: [Double] = []
        for visit in 0...20 {
            let now = 2 + Double(visit) / 2
            guard let time = watch.elapse(now: now) else { continue }
            watch.recordTime(time, now: now)
            passed.append(time.seconds(since: start))
        }
        #expect(passed == [3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5, 10.5, 11.5])
    }

    @Test func `a position once a second lets no time pass besides it`() {
        var watch = SourceWatch()
        for visit in 0..<100 {
            let now = Double(visit) / 2
            if visit % 2 == 0 {
                watch.recordFix(now: now)
                watch.recordTime(start.advanced(bySeconds: now), now: now)
            }
            #expect(watch.elapse(now: now) == nil && !watch.check(now: now))
        }
    }

    @Test func `after a pause of the process the positions that wait come first`() {
        var watch = watch(fixesAt: [0, 1, 2])
        #expect(watch.elapse(now: 40) == nil)
        watch.recordFix(now: 40.1)
        watch.recordTime(start.advanced(bySeconds: 40), now: 40.1)
        #expect(watch.elapse(now: 40.5) == nil)
        #expect(watch.elapse(now: 41.7)?.seconds(since: start) == 41.6)
    }

    @Test func `after a long silence nothing is left to do until the next position`() {
        var watch = watch(fixesAt: [0, 1, 2])
        var last = 0.0
        for visit in 0...4000 {
            let now = 2 + Double(visit) / 2
            if let time = watch.elapse(now: now) { last = time.seconds(since: start) }
            _ = watch.check(now: now)
        }
        #expect((900...902).contains(last) && !watch.isNeeded(now: 2002))
        watch.recordFix(now: 3000)
        watch.recordTime(start.advanced(bySeconds: 3000), now: 3000)
        #expect(watch.isNeeded(now: 3001) && watch.elapse(now: 3002) != nil)
    }

    @Test func `a recovered drive lets time pass and does not report the silence again`() {
        for isStale in [false, true] {
            var watch = SourceWatch()
            watch.resume(at: start, isStale: isStale, now: 100)
            #expect(watch.elapse(now: 102)?.seconds(since: start) == 2)
            #expect(watch.check(now: 161) == !isStale)
        }
    }

    /// A minute and more of silence within the drive, and the positions after it.
    @Test(arguments: [DriveInput.fix, DriveInput.position])
    func `positions that stop are estimated, then unreliable, and reported once until they are back`(
        input: @Sendable (Fix) -> DriveInput
    ) async throws {
        let fixes = try await FleetDrive.positions().filter { $0.time.nanosecondsSinceEpoch % 1_000_000_000 == 0 }
        var state = DriveState(settings: GuidanceSettings())
        var watch = SourceWatch()
        _ = try state.process(.started(try ExampleDrive.route()))
        func take(_ input: DriveInput, at now: Double) throws -> [Event] {
            defer { watch.recordTime(state.lastTime, now: now) }
            return try state.process(input).map(\.event)
        }
        func arrive(_ index: Int, at now: Double) throws -> [Event] {
            watch.recordFix(now: now)
            return try take(input(fixes[index]), at: now)
        }
        for index in 0..<60 { _ = try arrive(index, at: Double(index)) }
        var silence: [(now: Double, event: Event)] = []
        for visit in 1...150 {
            let now = 59 + Double(visit) / 2
            if let time = watch.elapse(now: now) { silence += try take(.elapsed(time), at: now).map { (now, $0) } }
            let isSilent = watch.check(now: now)
            if isSilent { silence += try take(.silenced(seconds: 3), at: now).map { (now, $0) } }
        }
        let statuses = silence.compactMap { moment in moment.event.positionStatus.map { (moment.now - 59, $0) } }
        #expect((1.5...2.5).contains(statuses.first?.0 ?? 0) && statuses.first?.1 == .estimated)
        #expect(statuses.last?.1 == .unreliable && statuses.count { $0.1 == .unreliable } == 1)
        #expect((60...63).contains(statuses.last?.0 ?? 0))
        #expect(silence.compactMap(\.event.reportText) == ["the source of positions has been silent for 3 s"])
        let back = try arrive(134, at: 134)
        #expect(back.compactMap(\.reportText) == ["the source of positions is back"])
        #expect(try arrive(135, at: 135).compactMap(\.reportText) == [])
        #expect(back.compactMap(\.positionStatus) == [.reliable])
    }
}

extension Event {
    /// The reliability of the position in an event of guidance.
    var positionStatus: PositionStatus? {
        if case .navigation(let info) = self { info.positionStatus } else { nil }
    }

    /// The text of a report of the bus.
    var reportText: String? {
        if case .control(let report) = self, report.control == "navbus" { report.text } else { nil }
    }
}
