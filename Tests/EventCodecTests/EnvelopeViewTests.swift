import NavigationEvents
import Platform
import TestSupport
import Testing

@testable import EventCodec

@Suite struct EnvelopeViewTests {
    @Test func `a view has the values of the decoded envelope`() throws {
        var random = SplitMix64.announced(for: "views of envelopes")
        let memory = StepCache()
        for _ in 0..<1000 {
            var envelope = random.make(Envelope.self)
            if random.chance(2) { envelope.event = .navigation(random.make()) }
            let bytes = envelope.wireBytes()
            #expect(read(bytes) == .success(bytes))
            #expect(read(bytes, remembering: memory) == .success(bytes))
        }
    }

    @Test func `a view skips the fields of a later version`() throws {
        let newer = try Newer(contract: Contract())
        for (name, value) in Samples.all {
            guard let envelope = value as? Envelope, !name.contains("every-") else { continue }
            let extended = newer.extended(envelope.wireBytes()[...], of: "Envelope")
            #expect(read(extended) == .success(envelope.wireBytes()), "\(name)")
        }
    }

    @Test func `a field that occurs twice has its last value, and steps may be scattered`() throws {
        var random = SplitMix64.announced(for: "fields that occur twice")
        for _ in 0..<300 {
            let infos = [random.make(NavigationInfo.self), random.make(NavigationInfo.self)]
            let content = infos.flatMap { $0.wireBytes() }
            let first = Envelope(
                run: 1, sequence: 2, topicSequence: 3, session: .main, monotonicNanoseconds: 4,
                publishedAt: Timestamp(nanosecondsSinceEpoch: 5), tick: 6, event: .gps(random.make()))
            let bytes = first.wireBytes() + WireFieldHead(field: 9, count: content.count).bytes + content
            let decoded = try Envelope(wireBytes: bytes)
            guard case .navigation(let info) = decoded.event else { throw WireReader.failure(.missing, "event", at: 0) }
            #expect(info.remainingSteps == infos[0].remainingSteps + infos[1].remainingSteps)
            #expect(read(bytes) == .success(decoded.wireBytes()))
        }
    }

    @Test func `a view of damaged bytes fails only if decoding fails, and not in another place`() throws {
        var random = SplitMix64.announced(for: "views of damaged envelopes")
        var failures = 0
        for _ in 0..<5000 {
            var envelope = random.make(Envelope.self)
            if random.chance(2) { envelope.event = .navigation(random.make()) }
            var bytes = envelope.wireBytes()
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] ^= 1 << UInt8.random(in: 0...7, using: &random)
            }
            if random.chance(4) { bytes.removeLast(Int.random(in: 1...bytes.count, using: &random)) }
            let decoded = Result { () throws(WireError) in try Envelope(wireBytes: bytes).wireBytes() }
            let seen = read(bytes)
            switch (decoded, seen) {
            case (.success(let left), .success(let right)): #expect(left == right)
            case (.success, .failure(let error)): Issue.record("\(bytes) is decoded, and its view fails: \(error)")
            case (.failure, .failure(let error)):
                failures += 1
                #expect((0...bytes.count).contains(error.offset) && error.path.hasPrefix("Envelope"))
            // The damaged field was followed by another one with the same number: a view reads only the last.
            case (.failure, .success): break
            }
        }
        #expect(failures > 500)
    }

    @Test func `an error in a field names the same field and byte as decoding does`() throws {
        for (name, value) in Samples.all {
            guard let envelope = value as? Envelope else { continue }
            let bytes = envelope.wireBytes()
            for length in bytes.indices {
                let cut = Array(bytes[..<length])
                guard
                    case .failure(let error) = Result(catching: { () throws(WireError) in try Envelope(wireBytes: cut) }
                    )
                else { continue }
                #expect(read(cut) == .failure(error), "\(name), \(length) bytes")
            }
        }
    }

    /// Reads all fields of a view, and returns the bytes of an envelope of them.
    private func read(_ bytes: [UInt8], remembering memory: StepCache? = nil) -> Result<[UInt8], WireError> {
        bytes.withUnsafeBytes { bytes in
            Result { () throws(WireError) in
                let view = try EnvelopeView(wireBytes: bytes, remembering: memory)
                return try envelope(view).wireBytes()
            }
        }
    }

    private func envelope(_ view: EnvelopeView) throws(WireError) -> Envelope {
        let event: Event =
            if let navigation = try view.navigation {
                .navigation(try info(navigation))
            } else if let fix = try view.fix {
                .gps(fix)
            } else {
                try view.event
            }
        return Envelope(
            run: view.run, sequence: view.sequence, topicSequence: view.topicSequence, session: view.session,
            monotonicNanoseconds: view.monotonicNanoseconds, publishedAt: view.publishedAt, tick: view.tick,
            event: event, fixTime: view.fixTime)
    }

    private func info(_ view: NavigationView) throws(WireError) -> NavigationInfo {
        try NavigationInfo(
            state: view.state, routeID: view.routeID, isRouteChanged: view.isRouteChanged,
            isDestinationReached: view.isDestinationReached, stopoversReached: view.stopoversReached,
            stopoversSkipped: view.stopoversSkipped, skipReason: view.skipReason, fix: view.fix,
            positionStatus: view.positionStatus, positionRadiusMeters: view.positionRadiusMeters,
            positionCause: view.positionCause, matched: view.matched, currentStep: view.currentStep,
            nextStep: view.nextStep, remainingSteps: view.remainingSteps, toManeuver: view.toManeuver,
            toStopover: view.toStopover, toDestination: view.toDestination,
            maneuverToNextMeters: view.maneuverToNextMeters, speedLimit: view.speedLimit,
            currentStreetName: view.currentStreetName, isInTunnel: view.isInTunnel, isOnFerry: view.isOnFerry,
            isOffRoute: view.isOffRoute, isWrongWay: view.isWrongWay, approach: view.approach,
            rerouting: view.rerouting, cue: view.cue, lookahead: view.lookahead,
            suggestedZoomMeters: view.suggestedZoomMeters)
    }
}
