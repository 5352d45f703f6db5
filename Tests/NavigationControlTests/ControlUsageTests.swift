import EventBus
import NavigationEvents
import Synchronization
import Testing

@testable import NavigationControl

@Suite struct ControlUsageTests {
    let usage = ControlUsage(id: "speech", summary: "Speaks.")

    @Test func `without arguments the control runs`() {
        #expect(usage.action(for: []) == .run([:]))
    }

    @Test func `the command line sets files`() {
        #expect(
            usage.action(for: ["--set", "file=/a=b.wav", "--set", "keep="]) == .run(["file": "/a=b.wav", "keep": ""]))
        for words in [["--set"], ["--set", "file"], ["--set", "=x"]] {
            guard case .refuse(let text) = usage.action(for: words) else {
                Issue.record("\(words) was taken")
                continue
            }
            #expect(text.contains("--set needs KEY=PATH"))
        }
    }

    @Test func `the help names the control and its environment`() {
        guard case .print(let text) = usage.action(for: ["--help"]) else {
            Issue.record("no help")
            return
        }
        #expect(text.hasPrefix("navbus-speech: Speaks."))
        for name in [
            "NAVBUS_ENDPOINT", "NAVBUS_SESSION", "NAVBUS_WAIT", "NAVBUS_KEY", "NAVBUS_BUS_KEY", "NAVBUS_STATE",
            "NAVBUS_LIFELINE", "NAVBUS_TRUSTED_USER", "NAVBUS_TRANSPORT", "--set", "[speech]",
        ] {
            #expect(text.contains(name))
        }
    }

    @Test func `the version is that of the contract`() {
        #expect(usage.action(for: ["--version"]) == .print("navbus-speech, contract version 1"))
    }

    @Test func `an unknown argument is named`() {
        #expect(usage.action(for: ["--loud"]) == .refuse("unknown argument \"--loud\""))
    }

    @Test func `a text beyond the maximum of a report is cut`() throws {
        let heard = Heard()
        let reporter = Reporter(control: "speech") { report in heard.reports.withLock { $0.append(report) } }
        for shift in 0..<4 {
            let text = String(repeating: "x", count: shift) + String(repeating: "🛣", count: 20_000)
            reporter(.failed, effect: String(repeating: "e", count: 5000), text: text)
            let report = try #require(heard.reports.withLock { $0.last })
            let bytes = report.control.utf8.count + report.effect.utf8.count + report.text.utf8.count
            #expect((BusLimits.maxReportBytes - 3...BusLimits.maxReportBytes).contains(bytes))
            #expect(report.text.hasSuffix("🛣…") && text.hasPrefix(report.text.dropLast()))
        }
        reporter(.note, text: String(repeating: "y", count: 2000))
        #expect(heard.reports.withLock { $0.last?.text.count } == 2000)
    }

    @Test func `a reporter names its control`() {
        let heard = Heard()
        let reporter = Reporter(control: "speech") { report in heard.reports.withLock { $0.append(report) } }
        reporter(.began, effect: "utterance", cue: CueReference(identity: 7, stage: .now), text: "Turn left.")
        #expect(
            heard.reports.withLock { $0 } == [
                ControlReport(
                    control: "speech", kind: .began, effect: "utterance", cue: CueReference(identity: 7, stage: .now),
                    text: "Turn left.")
            ])
    }

    @Test func `an invalid picture is left out with a warning`() {
        let heard = Heard()
        let reporter = Reporter(control: "signs") { report in heard.reports.withLock { $0.append(report) } }
        var picture = ReportedPicture(
            mediaType: "image/png", widthPoints: 48, heightPoints: 48,
            data: [UInt8](repeating: 1, count: ReportedPicture.maxBytes))
        reporter(.began, effect: "sign", text: "turn left", picture: picture)
        picture.data.append(1)
        reporter(.began, effect: "sign", text: "turn right", effectNumber: 2, picture: picture)
        let reports = heard.reports.withLock { $0 }
        #expect(reports.map(\.kind) == [.began, .began, .warning])
        #expect(reports.map { $0.picture?.data.count } == [ReportedPicture.maxBytes, nil, nil])
        #expect(reports[1].text == "turn right")
        #expect(reports[2].text.hasPrefix("the picture has 16385 bytes, and a report takes 16384"))
        #expect(reports[2].effect == "sign" && reports[2].effectNumber == 2)
    }

    @Test func `an invalid environment variable is named`() {
        let odd = ControlEnvironment { ["NAVBUS_SESSION": "no good", "NAVBUS_WAIT": "soon"][$0] }
        let session = #expect(throws: EnvironmentError.self) { try odd.session() }
        #expect(session?.description.contains("NAVBUS_SESSION = \"no good\"") == true)
        let wait = #expect(throws: EnvironmentError.self) { try odd.waitSeconds() }
        #expect(wait?.description.contains("NAVBUS_WAIT = \"soon\"") == true)
    }
}

private final class Heard: Sendable {
    let reports = Mutex<[ControlReport]>([])
}
