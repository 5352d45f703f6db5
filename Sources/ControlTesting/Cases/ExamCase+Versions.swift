import Glibc
import NavigationEvents

extension ExamCase {
    /// What a later version brings.
    static let versions: [ExamCase] = [
        ExamCase(
            name: "unknown-topic",
            clause: Clause(rule: "W-6", text: "A topic that it does not know is passed over."),
            seconds: 2,
            road: { bench throws(CaseEnding) in
                try bench.joinDrive()
                for topic in ["onWeather/main", "onNavigationLanes/main", "onNavigation/main/lanes", "onGPS/main/raw"] {
                    try bench.bus.send([Array(topic.utf8), bench.strangeEvent])
                }
                try bench.goOn(after: "unknown topics")
                return "passed over topics of a later version"
            }),
        ExamCase(
            name: "unknown-fields",
            clause: Clause(rule: "V-2", text: "Fields that it does not know are skipped, at every level."),
            seconds: 2,
            road: { bench throws(CaseEnding) in
                try bench.join()
                try bench.publishEdited(WireEdits.strangers)
                try bench.goOn(after: "unknown fields")
                return "skipped fields of a later version"
            }),
        ExamCase(
            name: "unknown-values",
            clause: Clause(
                rule: "W-16", text: "An unknown number of an enumeration reads as its member 0, which is neutral."),
            seconds: 2,
            road: { bench throws(CaseEnding) in
                try bench.join()
                try bench.publishEdited(WireEdits.values)
                try bench.goOn(after: "unknown values")
                return "took values of a later version for neutral ones"
            }),
        ExamCase(
            name: "unknown-event",
            clause: Clause(rule: "W-11", text: "An envelope with an event that it does not know is passed over."),
            seconds: 2,
            road: { bench throws(CaseEnding) in
                try bench.joinDrive()
                for topic in Topic.allCases { try bench.bus.send([bench.bus.topicBytes(topic), bench.strangeEvent]) }
                try bench.goOn(after: "an unknown event")
                return "passed over an event of a later version"
            }),
        ExamCase(
            name: "newer-major",
            clause: Clause(
                rule: "V-5",
                text:
                    "A bus that does not speak its version refuses its hello; it ends with exit code 69 and says both versions."
            ),
            road: { bench throws(CaseEnding) in
                bench.bus.manners.hello = .refusal { hello in
                    RequestError(
                        code: .contractVersion,
                        text:
                            "\(hello.control) speaks version \(hello.contractVersion) of the contract, this bus version 7; "
                            + "update the older of the two")
                }
                try bench.bus.open()
                try bench.start()
                try bench.awaitHello()
                try bench.awaitEnd(after: "a refusal of its version", codes: [69])
                try bench.requireSentence("that it was refused, and which versions there are", naming: ["1", "7"])
                return "said why a bus of version 7 refused it"
            }),
    ]
}

extension Bench {
    /// An envelope of this run with an event of a later version.
    fileprivate var strangeEvent: [UInt8] {
        let sequence: UInt64 = 1
        return [1 << 3 | 1] + withUnsafeBytes(of: bus.run.littleEndian) { Array($0) }
            + WireEdit.varint(2 << 3) + WireEdit.varint(sequence) + WireEdit.field(4, Array("main".utf8))
            + WireEdit.field(99, Array("weather".utf8))
    }

    /// A small drive, each event of it once with each edit.
    fileprivate func publishEdited(_ edits: [WireEdit]) throws(CaseEnding) {
        for edit in edits {
            road.advance(seconds: 0.25)
            var cue = road.cue()
            cue.identity += 1 << 32
            try bus.publish(.gps(road.fix), as: edit.apply)
            try bus.publish(.navigationStarted(road.route), as: edit.apply)
            try bus.publish(.navigation(road.info(cue)), as: edit.apply)
            try bus.publish(.command(ControlCommand()), as: edit.apply)
            try bus.publish(.control(ControlReport(control: "navbus", kind: .note, text: "exam")), as: edit.apply)
            try bus.publish(.heading(Heading(time: road.time, degrees: 12, source: "exam")), as: edit.apply)
            try rest(0.03)
        }
        // What was a route is one again.
        try bus.publish(.navigationStopped)
        road = Road(routeID: "exam-2")
        try beginNavigation()
        try rest(0.2)
    }
}

/// Edits by the field numbers of `events.proto`; a path that a message does not have changes nothing.
private enum WireEdits {
    /// Fields of a later version, at every level.
    static let strangers: [WireEdit] = [
        [], [8], [8, 2], [9], [9, 3], [9, 3, 2], [9, 5], [9, 6], [9, 6, 9], [9, 6, 9, 1], [9, 7], [9, 9], [9, 13],
        [9, 15], [10], [10, 7], [10, 7, 1], [10, 8], [12], [13], [14],
    ].map(WireEdit.strangers)

    /// Numbers of enumerations of a later version; the largest ones take ten bytes.
    static let values: [WireEdit] = [
        [8, 13], [9, 1], [9, 4], [9, 6, 2], [9, 6, 8], [9, 6, 15], [9, 6, 16], [9, 6, 18], [9, 6, 9, 1, 1], [9, 15, 2],
        [9, 15, 3], [9, 15, 8], [10, 3], [10, 4], [12, 2], [13, 2],
    ].flatMap { path in
        [WireEdit.number(9999, at: path), WireEdit.number(UInt64(bitPattern: -7), at: path)]
    }
}
