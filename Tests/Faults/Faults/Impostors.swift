import EventCodec
import Foundation
import NavigationEvents
import TestSupport

/// Fault 12: an accepted control that exceeds its permissions.
struct Impostors: Fault {
    let title = "forbidden requests, another control's name, replayed bytes"
    let passes = "all refused, counted and reported, none executed"
    let obstacle = Hostile.obstacle

    func inflict(in context: FaultContext) throws -> FaultOutcome {
        var outcome = FaultOutcome()
        let rounds = context.tries(20, short: 1)
        let folder = try TemporaryFolder()
        let file = "\(folder.path)/answers"
        let python = Hostile.command(
            "words",
            ["ipc://\(folder.path)/run/requests", "none", "", "3"]
                + [[Request]](repeating: try Self.forbidden(), count: rounds).joined().map {
                    RequestFrame(id: 1, request: $0).wireBytes().hex
                })
        let drive = try GuidedDrive(
            speed: context.isShort ? "100" : "30",
            more: ["rogue": "sleep 1; \(python) >\(file).new; mv \(file).new \(file); sleep 1000"],
            in: folder)
        try drive.begin(after: 50)
        _ = drive.waits { FileManager.default.fileExists(atPath: file) }
        let counters = drive.status()?.counters ?? [:]
        drive.finish()
        let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
        let object = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        for answer in object?["answers"] as? [String] ?? [] {
            let digits = Array(answer)
            let bytes = stride(from: 0, to: digits.count, by: 2).map { digits.hexByte(at: $0) }
            guard case .refused(let refusal)? = try? ReplyFrame(wireBytes: bytes).reply, refusal.code == .forbidden
            else {
                outcome.note(["a request was not refused: \(answer.prefix(80))"])
                continue
            }
            outcome.note([])
        }
        outcome.expect(counters["forbidden_requests", default: 0] > 0, "forbidden requests were not counted")
        outcome.expect(counters["impostor_reports", default: 0] > 0, "impostors were not counted")
        outcome.expect(drive.witness.has(["REPORT_KIND_WARNING", "may not"]), "the impostor was not reported")
        outcome.expect(!drive.witness.has(["forged"]), "a forged report was published")
        for problem in try context.judge(drive, &outcome) { outcome.addProblem(problem) }
        return outcome
    }

    /// Requests that a control may not send, and a replayed report.
    private static func forbidden() throws -> [Request] {
        let route = try FaultContext.route()
        let fix = Fix(time: Timestamp(nanosecondsSinceEpoch: 1), position: route.geometry[0])
        // The same bytes as an older run of speech has sent.
        let old = ControlReport(control: "speech", kind: .began, effect: "forged", processID: 1, number: 1)
        return [
            .stop(.main), .mute(.main, true), .position(.main, fix), .report(.main, old),
            .hello(Hello(control: "haptics", session: .main, topics: [.onGPS], processID: 1)),
        ]
    }
}

extension [Character] {
    /// The value of two hexadecimal digits.
    fileprivate func hexByte(at place: Int) -> UInt8 {
        place + 1 < count ? UInt8(String(self[place...place + 1]), radix: 16) ?? 0 : 0
    }
}
