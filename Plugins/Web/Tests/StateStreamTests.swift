import Foundation
import NavigationControl
import NavigationEvents
import TestSupport
import Testing

@testable import Web

@Suite("Event streams")
struct StateStreamTests {
    @Test func `a stream has complete states with rising numbers and heartbeats between them`() throws {
        let web = try RunningWeb()
        let watcher = try web.watcher()
        #expect(watcher.head.headers["content-type"] == "text/event-stream")
        let first = try watcher.event()
        #expect(first.name == "state")
        web.driver.deliver(.gps(.make()))
        let second = try watcher.event()
        #expect(try #require(second.id) > #require(first.id))
        #expect(try watcher.event().name == "heartbeat")
        // A heartbeat has no number; the next state has the next number.
        web.driver.deliver(.gps(.make(second: 1)))
        #expect(try watcher.event().name == "state")
    }

    @Test func `all streams get the same state`() throws {
        let web = try RunningWeb()
        let watchers = try (0..<8).map { _ in try web.watcher() }
        web.driver.deliver([.navigationStarted(.make()), .navigation(.make(meters: 42))])
        for watcher in watchers {
            let state = try watcher.state { ($0["distance"] as? [String: Any])?["text"] as? String == "40 m" }
            #expect(state["phase"] as? String == "guiding")
        }
    }

    @Test func `a stream gets the latest of many simultaneous changes`() throws {
        let web = try RunningWeb()
        let watcher = try web.watcher()
        _ = try watcher.state()
        for meters in stride(from: 2000.0, through: 1000, by: -1) {
            web.driver.deliver(.navigation(.make(meters: meters)))
        }
        var states = 1
        while try (watcher.state()["distance"] as? [String: Any])?["meters"] as? Double != 1000 { states += 1 }
        #expect(states < 50)
    }

    @Test func `a stream gets the utterances`() throws {
        let folder = try TemporaryFolder()
        let web = try RunningWeb(["spoken": .text(folder.path)])
        let watcher = try web.watcher()
        try folder.write("RIFF", to: "7-3.wav")
        web.driver.deliver(.control(.speech(.began, "turn right", number: 3)))
        web.driver.deliver(.control(.speech(.progressed, range: 5..<10, number: 3)))
        let state = try watcher.state { ($0["activeUtterance"] as? [String: Any])?["to"] as? Int == 10 }
        let saying = try #require(state["activeUtterance"] as? [String: Any])
        #expect(saying["text"] as? String == "turn right")
        #expect(saying["from"] as? Int == 5)
        #expect(saying["isAudioKept"] as? Bool == true)
        web.driver.deliver(.control(.speech(.ended, number: 3)))
        let silent = try watcher.state { $0["activeUtterance"] is NSNull }
        #expect((silent["lastUtterance"] as? [String: Any])?["ending"] as? String == "finished")
    }

    @Test func `a stream ends with the server`() throws {
        let web = try RunningWeb()
        let watcher = try web.watcher()
        _ = try watcher.state()
        web.driver.stop()
        try watcher.readToEnd()
        try watcher.wire.wait { $0.isEnded }
        #expect(throws: (any Error).self) { try web.wire() }
    }

    @Test func `a restarted server has the same port`() throws {
        let first = try RunningWeb()
        let port = first.port
        let watcher = try first.watcher()
        _ = try watcher.state()
        first.driver.stop()
        for _ in 0..<5 {
            let again = try RunningWeb(["listen": .text("127.0.0.1:\(port)")])
            #expect(try again.watcher().state()["phase"] as? String == "idle")
            again.driver.stop()
            again.driver.stop()
        }
    }

    @Test func `streams may open and close at any time`() throws {
        let web = try RunningWeb()
        for number in 1...200 {
            let watcher = try web.watcher()
            web.driver.deliver(.navigation(.make(meters: Double(number))))
            _ = try watcher.state()
        }
        // Closed streams are removed.
        try expectEventually { try web.viewers() == 0 }
    }

    @Test func `a stream gets the arrival even if the server ends right after it`() throws {
        let web = try RunningWeb()
        let watchers = try (0..<3).map { _ in try web.watcher() }
        for watcher in watchers { _ = try watcher.state() }
        // More than one state in a tenth of a second: the last one would have to wait.
        for meters in [30.0, 20, 10] { web.driver.deliver(.navigation(.make(meters: meters))) }
        var end = NavigationInfo.make(meters: 0)
        end.isDestinationReached = true
        web.driver.deliver(.navigation(end))
        web.driver.stop()
        for watcher in watchers {
            #expect(try watcher.state { $0["phase"] as? String == "arrived" }["version"] as? Int == 2)
            try watcher.readToEnd()
        }
    }

    @Test func `a later stream gets the current age of the last utterance`() throws {
        let web = try RunningWeb()
        web.driver.deliver(.control(.speech(.began, "turn right", number: 3)))
        let first = try web.watcher()
        _ = try first.state { !($0["lastUtterance"] is NSNull) }
        // Nothing changes, only time passes.
        try expectEventually {
            let said = try web.watcher().state()["lastUtterance"] as? [String: Any]
            return said?["ageSeconds"] as? Double ?? 0 > 1
        }
    }
}
