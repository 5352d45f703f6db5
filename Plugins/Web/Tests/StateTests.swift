import Dashboard
import Foundation
import NavigationControl
import NavigationEvents
import Platform
import TestSupport
import Testing

@testable import Web

@Suite("The state of the page")
struct StateTests {
    private func object(_ bytes: [UInt8]) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    }

    private func writer(_ settings: [String: SettingValue] = [:]) throws -> StateWriter {
        StateWriter(try WebSettings(Settings(settings)))
    }

    /// A dashboard with all kinds of content.
    private var full: Dashboard {
        var dashboard = Dashboard()
        let lanes = [
            Lane(directions: [LaneDirection(shape: .straight)]),
            Lane(directions: [LaneDirection(shape: .normalRight, isRecommended: true)]),
        ]
        let now = Moment.now
        dashboard.update(.make(), at: now)
        dashboard.update(.make(step: .make(lanes: lanes)), at: now)
        dashboard.update(ControlReport.speech(.began, "turn right"), at: now)
        dashboard.update(ControlReport.speech(.progressed, range: 0..<4), at: now)
        dashboard.update(
            ControlReport(control: "haptics", kind: .began, effect: "pulse", text: "right", effectNumber: 1), at: now)
        dashboard.update(ControlReport(control: "haptics", kind: .failed, text: "failed to buzz"), at: now)
        let controls = [
            ControlStatus(control: "speech", state: .running, heartbeatAgeSeconds: 0.4),
            ControlStatus(control: "haptics", state: .failed, text: "the device is gone"),
        ]
        dashboard.update(BusStatus(run: 1, processID: 1, uptimeSeconds: 1, controls: controls), at: now)
        return dashboard
    }

    /// Dashboards that together have a value for every field.
    private var many: [Dashboard] {
        let now = Moment.now
        var all = [Dashboard(), full]
        var info = NavigationInfo.make()
        info.currentStep?.signpost = Signpost(destinations: ["Mannheim"], refs: ["A 656"])
        info.currentStep?.exitNumber = "9A"
        info.nextStep?.signpost = Signpost(destinations: ["Frankfurt"])
        info.approach = RouteApproach(distanceMeters: 350, bearingDegrees: 92)
        info.suggestedZoomMeters = 430.5
        info.toStopover = Remaining(distanceMeters: 900, durationSeconds: 80)
        info.speedLimit = SpeedLimit(metersPerSecond: nil, isExplicit: true)
        info.isOffRoute = true
        var route = Route.make()
        route.stopovers.insert(Stopover(position: info.fix.position, geometryIndex: 3, name: "Café"), at: 0)
        all.append(full)
        all[2].update(route, at: now)
        all[2].update(info, at: now)
        all[2].update(
            ControlReport(
                control: "speech", kind: .began, effect: "page", text: "2: The hill.", effectNumber: 1 << 32,
                picture: ReportedPicture(mediaType: "image/png", widthPoints: 40, heightPoints: 30, data: [1])), at: now
        )
        all[2].update(ControlCommand(action: .focus(.point(info.fix.smoothedPosition))))
        all[2].update(ControlReport.speech(.began, "turn left", number: 2), at: now)
        all[2].update(ControlReport.speech(.ended, number: 2), at: now)
        all[2].update(
            ControlReport(control: "haptics", kind: .began, effect: "pulse", text: "right", effectNumber: 2), at: now)
        all.append(full)
        var rerouting = NavigationInfo.make(state: .rerouting)
        rerouting.rerouting = Rerouting(attempts: 1, failure: "reach the router")
        all[3].update(rerouting, at: now)
        all[3].tick(at: Moment(seconds: now.seconds + 6, time: now.time))
        all.append(full)
        all[4].update(nil, at: now)
        all[4].stopNavigation(at: now)
        return all
    }

    /// Checks states with their schema.
    private func check(_ states: [[UInt8]], haveAllFields: Bool = false) throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(
            states.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n"), to: "states.jsonl")
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Browser/schema.py").path
        let outcome = try PythonInterpreter.run([script, haveAllFields ? "all" : "some", file])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
    }

    @Test func `states have the fields of the schema and no others`() throws {
        var states: [[UInt8]] = []
        for units in ["metric", "us", "uk"] {
            var writer = try writer(["units": .text(units)])
            states += many.map { writer.bytes($0) }
        }
        try check(states, haveAllFields: true)
    }

    @Test func `the sample has the fields of the schema`() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "state.sample.json")
        let sample = try JSONSerialization.jsonObject(with: try Data(contentsOf: file))
        try check([Array(try JSONSerialization.data(withJSONObject: sample))])
    }

    @Test func `silence removes the instruction until the next event`() throws {
        var writer = try writer()
        var dashboard = full
        let (before, lanes) = (try object(writer.bytes(dashboard)), dashboard.lanes)
        let last = try #require(dashboard.lastEventAt)
        dashboard.tick(at: Moment(seconds: last.seconds + 6, time: last.time))
        let silent = try object(writer.bytes(dashboard))
        for key in ["sign", "distance", "street", "towards", "exit", "then", "lanes"] { #expect(silent[key] is NSNull) }
        #expect((silent["speed"] as? [String: Any])?["value"] is NSNull)
        #expect(silent["phase"] as? String == "guiding" && (silent["flags"] as? [String])?.contains("stale") == true)
        #expect((silent["bus"] as? [String: Any])?["silentSince"] is String)
        #expect(silent["arrival"] is [String: Any] && silent["route"] as? NSObject == before["route"] as? NSObject)
        dashboard.update(.make(step: .make(lanes: lanes)), at: Moment(seconds: last.seconds + 7, time: last.time))
        let after = try object(writer.bytes(dashboard))
        for key in ["sign", "distance", "then", "lanes"] {
            #expect(after[key] as? NSObject == before[key] as? NSObject, "\(key)")
        }
        #expect(after["lanes"] is [String: Any] && (after["flags"] as? [String])?.isEmpty == true)
    }

    @Test func `the state is JSON for other parsers too`() throws {
        var writer = try writer()
        var dashboard = full
        dashboard.update(.make(step: .make(street: "\"\\\u{0}\u{1F}\u{2028}\u{202E}🚲</script>\u{FFFD}")), at: .now)
        let folder = try TemporaryFolder()
        let file = try folder.write(String(decoding: writer.bytes(dashboard), as: UTF8.self), to: "state.json")
        let check = "import json,sys; s=json.load(open(sys.argv[1]),parse_constant=sys.exit); print(ascii(s['street']))"
        let outcome = try PythonInterpreter.run(["-c", check, file])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("U0001f6b2</script>"))
    }

    @Test func `signs have the colours of the page`() throws {
        var writer = try writer()
        let state = try object(writer.bytes(full))
        let svg = try #require((state["sign"] as? [String: Any])?["svg"] as? String)
        #expect(
            svg.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" aria-hidden=\"true\" viewBox=\"0 0 96 96\" ")
        )
        #expect(svg.contains("class=\"ink-symbol\"") && svg.contains("currentColor"))
        for colour in ["rgb", "#", "style", "nan", "inf", "e-0"] { #expect(!svg.contains(colour)) }
        #expect(svg.utf8.count < 3000)
        #expect(svg.matches(of: #/<(\w+)/#).map { String($0.1) }.filter { $0 != "path" } == ["svg"])
        let classes = svg.matches(of: #/class="([^"]*)"/#).map { String($0.1) }
        #expect(classes.count == svg.matches(of: #/<path/#).count)
        #expect(classes.allSatisfy { ["ink-symbol", "ink-faint", "ink-plate"].contains($0) })
    }

    @Test(arguments: [("metric", "290 m", "km/h", 50), ("us", "950 ft", "mph", 31), ("uk", "300 yd", "mph", 31)])
    func `the state has the configured units`(units: String, distance: String, speed: String, limit: Int) throws {
        var writer = try writer(["units": .text(units)])
        let state = try object(writer.bytes(full))
        #expect((state["distance"] as? [String: Any])?["text"] as? String == distance)
        #expect((state["speed"] as? [String: Any])?["unit"] as? String == speed)
        #expect((state["speed"] as? [String: Any])?["limit"] as? Int == limit)
    }

    @Test func `a missing name is null`() throws {
        var writer = try writer()
        var dashboard = Dashboard()
        dashboard.update(.make(step: .make(street: "")), at: .now)
        #expect(try object(writer.bytes(dashboard))["street"] is NSNull)
    }

    @Test func `the last utterance has its age and its process`() throws {
        var writer = try writer()
        var dashboard = Dashboard()
        dashboard.update(ControlReport.speech(.began, "turn right", number: 3), at: Moment(seconds: 100))
        dashboard.update(ControlReport.speech(.ended, number: 3), at: Moment(seconds: 102))
        let state = try object(writer.bytes(dashboard, at: Moment(seconds: 104.26)))
        let said = try #require(state["lastUtterance"] as? [String: Any])
        #expect(said["ageSeconds"] as? Double == 4.3)
        #expect(said["processId"] as? Int == 7 && said["effectNumber"] as? Int == 3)
    }

    @Test func `a kept sound is not searched each time`() throws {
        let folder = try TemporaryFolder()
        var spoken = try #require(SoundFolder(folder.path))
        let (first, second) = (UtteranceID(processID: 7, effectNumber: 1), UtteranceID(processID: 8, effectNumber: 1))
        func looks(_ utterance: UtteranceID, after seconds: Double) -> Bool {
            spoken.holds(utterance, at: Moment(seconds: seconds))
        }
        var seen = [looks(first, after: 0)]
        try folder.write("RIFF", to: "7-1.wav")
        seen += [looks(first, after: 0.9), looks(first, after: 1)]
        try FileManager.default.removeItem(atPath: folder.path + "/7-1.wav")
        // Speech was restarted and counts from 1 again.
        seen += [looks(first, after: 100), looks(second, after: 100)]
        #expect(seen == [false, false, true, true, false])
    }

    @Test func `invalid numbers give valid JSON`() throws {
        var writer = try writer()
        var dashboard = Dashboard()
        var states: [[UInt8]] = []
        for value in [Double.nan, .infinity, -.infinity, 1e300, -1e300] {
            var info = NavigationInfo.make(meters: value)
            info.fix.speedMetersPerSecond = value
            info.fix.horizontalAccuracyMeters = value
            info.fix.courseDegrees = value
            info.fix.position = Coordinate(latitudeDegrees: value, longitudeDegrees: value)
            info.fix.smoothedPosition = info.fix.position
            info.matched?.bearingDegrees = value
            info.speedLimit = SpeedLimit(metersPerSecond: value, isExplicit: true)
            info.maneuverToNextMeters = value
            info.toDestination = Remaining(distanceMeters: value, durationSeconds: value)
            dashboard.update(info, at: .now)
            states.append(writer.bytes(dashboard))
        }
        try check(states)
    }
}
