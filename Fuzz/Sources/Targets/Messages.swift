@testable import EventCodec
@testable import NavigationEvents
@testable import Platform

extension FuzzTarget {
    static let envelope = message("envelope", Envelope.self) { $0.json() }
    static let snapshot = message("snapshot", Snapshot.self) { $0.json() }
    static let request = message("request", RequestFrame.self) { $0.json() }
    static let launchOrder = message("launch-order", LaunchOrder.self) { $0.json() }
    static let reply = message("reply", ReplyFrame.self) { $0.json() }

    /// Messages are encoded canonically: decoding and encoding again gives the same bytes. Bytes are compared instead
    /// of values, since a NaN does not equal itself.
    static func message<Message: WireMessage>(
        _ name: String, _ type: Message.Type, text: @escaping @Sendable (Message) -> String
    ) -> FuzzTarget {
        FuzzTarget(name: name, maxBytes: 4096, reaches: ["RequestPart", "StreamMessage", "WireReader"]) {
            bytes throws(FuzzFinding) in
            let unknown = bytes.withUnsafeBytes { EventNumbers(ofUnknownEvent: $0) }
            readView(of: bytes)
            let message: Message
            do throws(WireError) {
                message = try Message(wireBytes: bytes)
            } catch {
                let isPlaced = (0...bytes.count).contains(error.offset)
                return try FuzzFinding.unless(isPlaced, "a refusal without a place in the bytes: \(error)")
            }
            try FuzzFinding.unless(!(message is Envelope) || unknown == nil, "an event that is known, and is not")
            if let envelope = message as? Envelope { try compare(envelope, with: bytes) }
            let written = message.wireBytes()
            let again: Message
            do throws(WireError) {
                again = try Message(wireBytes: written)
            } catch {
                throw FuzzFinding("what was written cannot be read: \(error)")
            }
            try FuzzFinding.unless(again.wireBytes() == written, "a second reading differs from the first")
            let line = text(message)
            try FuzzFinding.unless(
                line.first == "{" && line.last == "}" && !line.utf8.contains(UInt8(ascii: "\n")),
                "JSON that is not one line: \(line)")
        }
    }

    /// Reads every field of a view of any bytes. A refusal is not an error.
    private static func readView(of bytes: [UInt8]) {
        bytes.withUnsafeBytes { bytes in
            guard let view = try? EnvelopeView(wireBytes: bytes) else { return }
            _ = (try? view.event, try? view.fix)
            if let navigation = try? view.navigation { _ = try? info(navigation) }
        }
    }

    /// A view has the values of the decoded envelope.
    private static func compare(_ envelope: Envelope, with bytes: [UInt8]) throws(FuzzFinding) {
        var seen = envelope
        do {
            try bytes.withUnsafeBytes { bytes in
                let view = try EnvelopeView(wireBytes: bytes, remembering: StepCache())
                seen = Envelope(
                    run: view.run, sequence: view.sequence, topicSequence: view.topicSequence, session: view.session,
                    monotonicNanoseconds: view.monotonicNanoseconds, publishedAt: view.publishedAt, tick: view.tick,
                    event: try view.navigation.map { .navigation(try info($0)) } ?? view.event)
            }
        } catch {
            throw FuzzFinding("a view of an envelope that can be decoded fails: \(error)")
        }
        try FuzzFinding.unless(seen.wireBytes() == envelope.wireBytes(), "a view differs from the decoded envelope")
    }

    private static func info(_ view: NavigationView) throws(WireError) -> NavigationInfo {
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
