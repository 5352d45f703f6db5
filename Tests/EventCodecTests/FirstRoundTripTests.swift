import EventCodec
import NavigationEvents
import Testing

@Suite struct FirstRoundTripTests {
    @Test func `an envelope comes back as it went`() throws {
        let fix = Fix(
            time: Timestamp(nanosecondsSinceEpoch: 1_700_000_000_000_000_000),
            position: Coordinate(latitudeDegrees: 49.41, longitudeDegrees: 8.71), speedMetersPerSecond: 13.9, quality: .gps)
        let envelope = Envelope(
            run: 7, sequence: 1, topicSequence: 1, session: .main, monotonicNanoseconds: 5,
            publishedAt: Timestamp(nanosecondsSinceEpoch: 9), tick: 1, event: .gps(fix))
        #expect(try Envelope(wireBytes: envelope.wireBytes()) == envelope)
        print(envelope.json())
    }
}
