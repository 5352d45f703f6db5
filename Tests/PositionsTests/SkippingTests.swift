import NavigationEvents
import Platform
import Testing

@testable import Positions

@Suite("Resuming a source")
struct SkippingTests {
    /// A drive with a gap, an invalid line and an end.
    private static let drive =
        NMEAWriter.recording(seconds: 0..<5) + "$GPRMC,nonsense*00\r\n" + NMEAWriter.recording(seconds: 12..<15)

    private static func heard(_ source: some PositionSource, skipping count: Int) async -> [PositionEvent] {
        var events: [PositionEvent] = []
        for await reading in source.readings(skipping: UInt64(count)) { events.append(reading.event) }
        return events
    }

    @Test func `events received before are skipped, including problems, seconds and the end`() async throws {
        let file = try TemporaryFile(Self.drive)
        let source = NMEASource(file: file.path, pace: .max)
        let all = await CollectedEvents.from(source).events
        #expect(all.count > 14)
        for count in 0...all.count + 1 {
            #expect(await Self.heard(source, skipping: count) == Array(all.dropFirst(count)))
        }
    }

    @Test func `skipped events take no time and later ones keep their pace`() async throws {
        let file = try TemporaryFile(NMEAWriter.recording(seconds: 0..<10))
        let clock = InstantClock()
        let rest = await Self.heard(NMEASource(file: file.path, clock: clock), skipping: 7)
        #expect(rest.count == 4)
        #expect(clock.waits == [1, 1, 1])
    }

    @Test func `a resumed simulated drive yields the same fixes`() async {
        let drive = SimulatedDrive(
            route: SimulatedDriveTests.corner, settings: .init(noiseMeters: 4, seed: 3), pace: .max)
        let all = await CollectedEvents.from(drive).events
        #expect(await Self.heard(drive, skipping: 50) == Array(all.dropFirst(50)))
    }

    @Test func `each event has its delivery time`() async throws {
        let file = try TemporaryFile(NMEAWriter.recording(seconds: 0..<3))
        var last = MonotonicInstant.now.nanoseconds
        for await reading in NMEASource(file: file.path, pace: .max).readings(skipping: 0) {
            #expect(reading.monotonicNanoseconds >= last)
            last = reading.monotonicNanoseconds
        }
    }
}
