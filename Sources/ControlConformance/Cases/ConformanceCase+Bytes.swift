import EventBus
import EventCodec
import NavigationEvents

extension ConformanceCase {
    /// Messages that no bus sends.
    static let bytes: [ConformanceCase] = [
        ConformanceCase(
            name: "garbage",
            clause: Clause(rule: "L-13", text: "A second frame that cannot be read is ignored."),
            seconds: 2,
            scenario: { fixture throws(CaseEnding) in
                try fixture.joinDrive()
                for bytes in fixture.garbage {
                    for topic in Topic.allCases { try fixture.bus.send([fixture.bus.topicBytes(topic), bytes]) }
                }
                try fixture.continueDrive(after: "unreadable frames")
                return "ignored unreadable frames"
            }),
        ConformanceCase(
            name: "truncated",
            clause: Clause(rule: "L-13", text: "A truncated envelope is ignored."),
            seconds: 2,
            scenario: { fixture throws(CaseEnding) in
                try fixture.joinDrive()
                for event in [
                    Event.gps(fixture.simulation.fix), .navigation(fixture.simulation.info()),
                    .navigationStarted(fixture.simulation.route),
                ] {
                    for part in 1..<16 { try fixture.bus.publish(event) { Array($0.prefix($0.count * part / 16)) } }
                }
                try fixture.continueDrive(after: "truncated envelopes")
                return "ignored truncated envelopes"
            }),
        ConformanceCase(
            name: "wrong-frames",
            clause: Clause(
                rule: "W-4", text: "An event has two frames; a message with one frame or more than two is ignored."),
            seconds: 2,
            scenario: { fixture throws(CaseEnding) in
                try fixture.joinDrive()
                let topic = fixture.bus.topicBytes(.onNavigation)
                let payload = try fixture.bus.publish(.navigation(fixture.simulation.info()), isLost: true).wireBytes()
                for frames in [[topic], [topic, payload, payload], [topic, [], payload], [topic, [], [], []]] {
                    try fixture.bus.send(frames)
                    try fixture.rest(0.05)
                }
                try fixture.continueDrive(after: "messages of one, three and four frames")
                return "ignored messages of one, three and four frames"
            }),
        ConformanceCase(
            name: "oversized",
            clause: Clause(
                rule: "L-13",
                text: "A message has at most 16 MiB; a larger one ends neither the process nor the stream."),
            seconds: 3,
            scenario: { fixture throws(CaseEnding) in
                try fixture.joinDrive()
                let bytes = [UInt8](repeating: 0xFF, count: BusLimits.maxMessageBytes + 1)
                try fixture.bus.send([fixture.bus.topicBytes(.onNavigation), bytes])
                // A control that has closed the connection for this reason opens it again.
                try fixture.rest(1)
                try fixture.wait(CaseTimeouts.reaction, toSee: "be subscribed after a message of 16 MiB and one byte") {
                    (fixture.bus.received.hellos.last?.topics ?? []).allSatisfy(fixture.bus.receives)
                }
                try fixture.continueDrive(after: "a message of 16 MiB and one byte")
                return "continued after a message of 16 MiB and one byte"
            }),
    ]
}

extension CaseFixture {
    /// Invalid messages: no bytes, endless numbers, lengths beyond the end, random bytes.
    fileprivate var garbage: [[UInt8]] {
        var noise: UInt64 = 0x9E37_79B9_7F4A_7C15
        let random = (0..<20).map { length in
            (0..<length * 37).map { _ in
                noise = noise &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt8(truncatingIfNeeded: noise >> 56)
            }
        }
        return [
            [], [0], [0xFF], [UInt8](repeating: 0xFF, count: 4096), [UInt8](repeating: 0, count: 4096),
            WireEdit.varint(9 << 3 | 2) + WireEdit.varint(UInt64.max), [9 << 3 | 2, 5, 1],
            Array("{\"event\": \"navigation\"}".utf8), [0x4B, 0x4B, 0x4B], WireEdit.field(4, [0xC3, 0x28]),
        ] + random
    }
}
