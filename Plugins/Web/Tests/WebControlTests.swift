import Foundation
import NavigationControl
import NavigationEvents
import Testing

@testable import Web

@Suite struct WebControlTests {
    @Test func `a page opened later gets the complete state`() throws {
        let web = try RunningWeb()
        web.driver.deliver([.navigationStarted(.make()), .navigation(.make(meters: 287))])
        let state = try web.watcher().state()
        #expect(state["phase"] as? String == "guiding")
        #expect((state["sign"] as? [String: Any])?["words"] as? String == "Turn right")
        #expect((state["distance"] as? [String: Any])?["text"] as? String == "290 m")
        #expect(state["street"] as? String == "Berliner Straße")
        #expect((state["route"] as? [String: Any])?["number"] as? Int == 1)
    }

    @Test func `a whole drive is shown`() throws {
        let web = try RunningWeb()
        let watcher = try web.watcher()
        #expect(try watcher.state()["phase"] as? String == "idle")
        web.driver.deliver(.navigationStarted(.make()))
        for meters in stride(from: 600.0, through: 0, by: -5) {
            let info = NavigationInfo.make(meters: meters, second: (600 - meters) / 10)
            web.driver.deliver([.gps(info.fix), .navigation(info)])
        }
        let near = try watcher.state { ($0["distance"] as? [String: Any])?["meters"] as? Double == 0 }
        #expect((near["distance"] as? [String: Any])?["bar"] as? Double == 0)
        web.driver.deliver(.navigation(.make(state: .rerouting)))
        let astray = try watcher.state { $0["phase"] as? String == "rerouting" }
        #expect(astray["sign"] is NSNull)
        web.driver.deliver(.navigationStopped(.requested))
        let end = try watcher.state { $0["phase"] as? String == "idle" }
        #expect(end["route"] is NSNull)
    }
}
