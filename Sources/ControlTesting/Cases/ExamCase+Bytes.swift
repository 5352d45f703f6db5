import EventBus
import EventCodec
import NavigationEvents

extension ExamCase {
    /// Messages that no bus sends.
    static let bytes: [ExamCase] = [
        ExamCase(
            name: "garbage",
            clause: Clause(rule: "L-13", text: "A second frame that cannot be read is ignored."),
            seconds: 2,
            road: { bench throws(CaseEnding) in
                try bench.joinDrive()
                for bytes in bench.garbage {
                    for topic in Topic.allCases { try bench.bus.send([bench.bus.topicBytes(topic), bytes]) }
                }
                try bench.goOn(after: "unreadable frames")
                return "ignored unreadable frames"
            }),
        ExamCase(
            name: "truncated",
            clause: Clause(rule: "L-13", text: "A truncated envelope is ignored."),
            seconds: 2,
            road: { bench throws(CaseEnding) in
                try bench.joinDrive()
                for event in [
                    Event.gps(bench.road.fix), .navigation(bench.road.info()), .navigationStarted(bench.road.route),
                ] {
                    for part in 1..<16 { try bench.bus.publish(event) { Array($0.prefix($0.count * part / 16)) } }
                }
                try bench.goOn(after: "truncated envelopes")
                return "ignored truncated envelopes"
            }),
        ExamCase(
            name: "wrong-frames",
            clause: Clause(
                rule: "W-4", text: "An event has two frames; a message with one frame or more than two is ignored."),
            seconds: 2,
            road: { bench throws(CaseEnding) in
                try bench.joinDrive()
                let topic = bench.bus.topicBytes(.onNavigation)
                let payload = bench.bus.next(.navigation(bench.road.info()), tick: 0).wireBytes()
                for frames in [[topic], [topic, payload, payload], [topic, [], payload], [topic, [], [], []]] {
                    try bench.bus.send(frames)
                    try bench.rest(0.05)
                }
                try bench.goOn(after: "messages of one, three and four frames")
                return "ignored messages of one, three and four frames"
            }),
        ExamCase(
            name: "oversized",
            clause: Clause(
                rule: "L-13",
                text: "A message has at most 16 MiB; a larger one ends neither the process nor the stream."),
            seconds: 3,
            road: { bench throws(CaseEnding) in
                try bench.joinDrive()
                let bytes = [UInt8](repeating: 0xFF, count: BusLimits.largestMessageBytes + 1)
                try bench.bus.send([bench.bus.topicBytes(.onNavigation), bytes])
                // A control that has closed the connection for this reason opens it again.
                try bench.rest(1)
                try bench.wait(Patience.reaction, toSee: "be subscribed after a message of 16 MiB and one byte") {
                    (bench.bus.heard.hellos.last?.topics ?? []).allSatisfy(bench.bus.heard.receives)
                }
                try bench.goOn(after: "a message of 16 MiB and one byte")
                return "continued after a message of 16 MiB and one byte"
            }),
    ]
}

extension Bench {
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
