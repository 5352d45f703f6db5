import EventCodec
import NavigationEvents
import Platform
import TestSupport
import Testing

@Suite struct RoundTripTests {
    @Test func `any value of a type is the same after encoding and decoding`() throws {
        var random = SplitMix64.announced(for: "round trips of nouns")
        for _ in 0..<60 {
            try expectRoundTrip(of: Coordinate.self, &random)
            try expectRoundTrip(of: Fix.self, &random)
            try expectRoundTrip(of: MatchedPosition.self, &random)
            try expectRoundTrip(of: LookaheadPoint.self, &random)
            try expectRoundTrip(of: Remaining.self, &random)
            try expectRoundTrip(of: SpeedLimit.self, &random)
            try expectRoundTrip(of: LaneDirection.self, &random)
            try expectRoundTrip(of: Lane.self, &random)
            try expectRoundTrip(of: Roundabout.self, &random)
            try expectRoundTrip(of: Signpost.self, &random)
            try expectRoundTrip(of: Step.self, &random)
            try expectRoundTrip(of: Cue.self, &random)
            try expectRoundTrip(of: CueReference.self, &random)
            try expectRoundTrip(of: NavigationInfo.self, &random)
            try expectRoundTrip(of: GeometrySpan.self, &random)
            try expectRoundTrip(of: SpeedLimitSpan.self, &random)
            try expectRoundTrip(of: Leg.self, &random)
            try expectRoundTrip(of: Stopover.self, &random)
            try expectRoundTrip(of: Route.self, &random)
            try expectRoundTrip(of: ControlReport.self, &random)
            try expectRoundTrip(of: Hello.self, &random)
            try expectRoundTrip(of: MissedEvents.self, &random)
            try expectRoundTrip(of: SessionQuery.self, &random)
            try expectRoundTrip(of: Welcome.self, &random)
            try expectRoundTrip(of: SettingValue.self, &random)
            try expectRoundTrip(of: SessionStatus.self, &random)
            try expectRoundTrip(of: ControlStatus.self, &random)
            try expectRoundTrip(of: BusStatus.self, &random)
            try expectRoundTrip(of: ControlVitals.self, &random)
            try expectRoundTrip(of: Histogram.self, &random)
            try expectRoundTrip(of: RequestError.self, &random)
            try expectRoundTrip(of: Request.self, &random)
            try expectRoundTrip(of: Reply.self, &random)
            try expectRoundTrip(of: SourcePlan.self, &random)
            try expectRoundTrip(of: JournalSettings.self, &random)
            try expectRoundTrip(of: AccessSettings.self, &random)
        }
    }

    @Test func `any top-level message is the same after encoding and decoding`() throws {
        var random = SplitMix64.announced(for: "round trips of messages")
        for _ in 0..<500 {
            try expectRoundTrip(of: Envelope.self, &random)
            try expectRoundTrip(of: Snapshot.self, &random)
            try expectRoundTrip(of: RequestFrame.self, &random)
            try expectRoundTrip(of: ReplyFrame.self, &random)
            try expectRoundTrip(of: LaunchOrder.self, &random)
        }
    }

    private func expectRoundTrip<Value: WireMessage & Arbitrary & Equatable>(
        of type: Value.Type, _ random: inout SplitMix64
    ) throws {
        let value = random.make(type)
        let bytes = value.wireBytes()
        let read = try Value(wireBytes: bytes)
        #expect(read == value)
        #expect(read.wireBytes() == bytes)
    }

    @Test(arguments: [Double.nan, -.nan, -0.0, .infinity, .leastNonzeroMagnitude])
    func `numbers keep every bit, as plain and as optional fields`(number: Double) throws {
        let remaining = try Remaining(wireBytes: Remaining(distanceMeters: number, durationSeconds: 0).wireBytes())
        #expect(remaining.distanceMeters.bitPattern == number.bitPattern)
        let limit = try SpeedLimit(wireBytes: SpeedLimit(metersPerSecond: number, isExplicit: false).wireBytes())
        #expect(limit.metersPerSecond?.bitPattern == number.bitPattern)
    }

    @Test func `a default takes no bytes, and an optional zero is written`() throws {
        #expect(Remaining(distanceMeters: 0, durationSeconds: 0).wireBytes().isEmpty)
        let limit = SpeedLimit(metersPerSecond: 0, isExplicit: false)
        #expect(try SpeedLimit(wireBytes: limit.wireBytes()) == limit)
        #expect(limit.wireBytes().count == 9)
    }

    @Test func `texts keep their bytes, even if they are canonically equal`() throws {
        let name = "Cafe\u{301}"
        let read = try Stopover(
            wireBytes: Stopover(
                position: Coordinate(latitudeDegrees: 1, longitudeDegrees: 2), geometryIndex: 3, name: name
            ).wireBytes())
        #expect(Array(read.name.utf8) == Array(name.utf8))
    }

    @Test func `an index beyond 32 bits is written as the largest, without a trap`() throws {
        let span = GeometrySpan(fromIndex: .min, toIndex: .max)
        let read = try GeometrySpan(wireBytes: span.wireBytes())
        #expect(read == GeometrySpan(fromIndex: Int(Int32.min), toIndex: Int(Int32.max)))
    }

    @Test func `the next step may be the first of the remaining ones`() throws {
        var random = SplitMix64.announced(for: "remaining steps")
        for _ in 0..<300 {
            var info = random.make(NavigationInfo.self)
            let first = random.chance(2) ? info.nextStep : random.makeOptional()
            info.remainingSteps = [first, random.makeOptional(), info.nextStep].compactMap(\.self)
            #expect(try NavigationInfo(wireBytes: info.wireBytes()) == info)
        }
    }

    @Test func `a reused writer has no former bytes`() {
        var random = SplitMix64(seed: 1)
        var writer = WireWriter(capacity: 1)
        for _ in 0..<200 {
            let envelope = random.make(Envelope.self)
            writer.reset()
            envelope.encode(into: &writer)
            #expect(writer.bytes() == envelope.wireBytes())
        }
    }
}
