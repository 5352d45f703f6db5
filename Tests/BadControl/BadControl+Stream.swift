import EventCodec
import Glibc
import NavigationEvents
import Platform
import ZeroMQ

extension BadControl {
    mutating func takeMessages() throws {
        var count = 0
        while let parts = try line.message() {
            count += 1
            if fault == .diesInBurst, count > 300 { Ending.crash("\(count) messages at once") }
            try take(parts)
            if Ending.isAsked != 0 { return }
        }
    }

    private mutating func take(_ parts: [[UInt8]]) throws {
        if fault == .diesOnFrames, parts.count != 2 { Ending.crash("\(parts.count) frames") }
        guard parts.count >= 2 else { return }
        let name = String(decoding: parts[0], as: UTF8.self)
        if fault == .diesOnLargeMessage, parts[1].count >= 15 << 20 { Ending.crash("\(parts[1].count) bytes") }
        if name.hasPrefix("~") { return try takeState(parts[1], isSnapshot: name.hasPrefix("~snap/")) }
        let isKnown = Topic.allCases.contains { $0.wireName(session: session) == name }
        guard isKnown || fault == .anySession else {
            if fault == .diesOnUnknownTopic { Ending.crash("the topic \(name)") }
            return
        }
        do throws(WireError) {
            let envelope = try Envelope(wireBytes: parts[1])
            checkForUnknown(parts[1], envelope)
            try take(envelope, isRepaired: false)
        } catch {
            guard let numbers = parts[1].withUnsafeBytes(EventNumbers.init(ofUnknownEvent:)), numbers.run == run else {
                if fault == .diesOnGarbage { Ending.crash("\(error)") }
                return
            }
            if fault == .diesOnUnknownEvent { Ending.crash("\(error)") }
            if fault != .ignoresUnknownNumbers { count(numbers, name) }
        }
    }

    /// An event of a later version counts like any other of its topic.
    private mutating func count(_ numbers: EventNumbers, _ name: String) {
        guard let topic = Topic.allCases.first(where: { $0.wireName(session: session) == name }),
            numbers.topicSequence == (topicSequences[topic] ?? 0) + 1
        else { return }
        seen = max(seen, numbers.sequence)
        topicSequences[topic] = numbers.topicSequence
    }

    /// Crashes at fields and values that a strict reader would refuse.
    private func checkForUnknown(_ bytes: [UInt8], _ envelope: Envelope) {
        if fault == .diesOnUnknownField, StrictReader.findsUnknownField(in: bytes) { Ending.crash("an unknown field") }
        guard fault == .diesOnUnknownValue, case .navigation(let info) = envelope.event else { return }
        if info.state == .unknown || info.currentStep?.maneuver == .unknown { Ending.crash("an unknown value") }
    }

    /// Handles a snapshot or a heartbeat of the bus.
    private mutating func takeState(_ bytes: [UInt8], isSnapshot: Bool) throws {
        guard let state = try? Snapshot(wireBytes: bytes) else { return }
        if run != state.run {
            if fault != .keepsSignAtNewRun { try clearSign() }
            (run, seen, topicSequences, rendered) = (state.run, 0, [:], [])
            repair.awaitsSnapshot = true
        }
        if busProcess != 0, busProcess != state.processID {
            if fault != .saysHelloOnce { needsHello = true }
            if fault == .repeatsWithBus { (rendered, memory) = ([], Memory("/nowhere")) }
        }
        busProcess = state.processID
        // A control that repairs nothing goes by each snapshot.
        guard isSnapshot, repair.awaitsSnapshot || fault == .repairsNothing else { return try requestTail(state) }
        repair.missed += lost(state)
        repair.awaitsSnapshot = false
        repair.asked = [:]
        for envelope in state.latest { try take(envelope, isRepaired: true) }
        seen = max(seen, state.sequence)
        topicSequences.merge(state.topicSequences) { max($0, $1) }
        let isNavigating = state.latest.contains { $0.event.topic == .onNavigation }
        if !isNavigating, fault != .keepsSignAtNewRun { try clearSign() }
    }

    mutating func take(_ envelope: Envelope, isRepaired: Bool) throws(WireError) {
        do {
            try takeEvent(envelope, isRepaired: isRepaired)
        } catch {
            Ending.crash("\(error)")
        }
    }

    private mutating func takeEvent(_ envelope: Envelope, isRepaired: Bool) throws {
        guard envelope.session == session || fault == .anySession else { return }
        let isOld = envelope.sequence <= seen && envelope.session == session
        if isOld, !isRepaired, fault != .replaysOld { return }
        guard try continues(envelope, isRepaired: isRepaired) || fault == .replaysOld, !isStuck else { return }
        if !isOld, envelope.session == session { seen = envelope.sequence }
        lastEvent = MonotonicInstant.now.nanoseconds
        switch envelope.event {
        case .navigation(let info):
            if fault == .diesOffRoute, info.currentStep == nil { Ending.crash("no current step") }
            Ending.write("\(envelope.sequence) in \(info.toManeuver?.distanceMeters ?? 0) m\(Self.padding)")
            try show(info)
            try render(info)
        case .navigationStopped:
            if fault != .keepsSignAtStop { try clearSign() }
        case .command(let command):
            if fault == .diesOnCommand, command.action != nil { Ending.crash("a command") }
        default: break
        }
    }

    /// Makes the output long enough to fill a pipe soon.
    private static let padding = String(repeating: ".", count: 200)

    private mutating func render(_ info: NavigationInfo) throws {
        guard let cue = info.cue else { return }
        let isNew = rendered.insert(cue.reference).inserted
        guard isNew || fault == .rendersTwice else { return }
        let isStale = info.fix.time.seconds(since: cue.dueAt) > cue.validForSeconds
        if isStale, fault != .rendersStale { return }
        if memory.contains(cue, run: run), fault != .rendersTwice { return }
        let (text, number) = ("cue \(cue.identity)", reports.newEffect())
        try reports.add(.began, effect: "word", effectNumber: number, cue: cue.reference, text, line, session)
        memory.add(cue, run: run)
        guard fault != .reportsNoEnd else { return }
        try reports.add(.ended, effect: "word", effectNumber: number, cue: cue.reference, text, line, session)
    }
}
