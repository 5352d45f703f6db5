import NavigationControl
import NavigationEvents
import SpeechTestSupport
import Synchronization
import TestSupport
import Testing

@testable import Speech
@testable import SpeechEngine

/// A channel that records its requests.
private final class RecordedRequests: RequestChannel {
    private let asked = Mutex<[Request]>([])

    func ask(_ request: (Session) -> Request, reply: (@Sendable (Reply) -> Void)?) {
        let made = request(.main)
        asked.withLock { $0.append(made) }
    }

    var durations: [SpeechDurations] {
        asked.withLock(\.self).compactMap { if case .speech(_, let durations) = $0 { durations } else { nil } }
    }
}

/// A route with turns onto a long and a short street.
private func route(steps count: Int = 3) -> Route {
    let steps = (0..<count).map { number in
        Step(
            number: number, maneuver: number == 0 ? .depart : number == count - 1 ? .destination : .turnLeft,
            geometryIndex: number, fullRoadName: number == 1 ? "Albert-Schweitzer-Straße" : "Weg",
            simpleRoadName: number == 1 ? "Albert-Schweitzer-Straße" : "Weg",
            distanceFromPreviousMeters: number == 0 ? 0 : 300, durationFromPreviousSeconds: number == 0 ? 0 : 30)
    }
    return Route(
        id: "r", provider: "test",
        geometry: (0..<count).map { Coordinate(latitudeDegrees: 49 + Double($0) * 0.0027, longitudeDegrees: 8) },
        legs: [Leg(steps: steps, distanceMeters: Double(count) * 300, durationSeconds: Double(count) * 30)],
        stopovers: [], distanceMeters: Double(count) * 300, durationSeconds: Double(count) * 30)
}

extension RealVoice {
    @Suite struct Durations {
        private func durations(_ settings: [String: SettingValue], steps count: Int = 3, joinedAt number: Int? = nil)
            throws -> [SpeechDurations]
        {
            let folder = try TemporaryFolder()
            let requests = RecordedRequests()
            let all = RealVoice.settings(file: folder.path + "/speech.wav").merging(settings) { $1 }
            var driver = ControlDriver(
                try SpeechControl(
                    ControlContext(settings: Settings(all), requests: requests), show: { _ in }, complain: { _ in }))
            try driver.start()
            let route = route(steps: count)
            driver.deliver(.navigationStarted(route))
            if let number {
                var info = NavigationInfo.make(.turnLeft, .prepare, meters: 200)
                info.currentStep = route.legs[0].steps[number]
                info.cue = nil
                driver.deliver(.navigation(info))
            }
            let wanted = number ?? 0
            _ = eventually { requests.durations.contains { $0.steps.contains { $0.stepNumber >= wanted } } }
            driver.stop()
            return requests.durations
        }

        @Test func `the control reports how long its words take`() throws {
            let report = try #require(try durations([:]).first)
            #expect(report.routeID == "r" && report.steps.map(\.stepNumber).contains(1))
            let turn = try #require(report.steps.first { $0.stepNumber == 1 })
            #expect((1.5...4).contains(turn.nowSeconds), "\(turn)")
            #expect(turn.prepareSeconds > turn.nowSeconds && report.problem == nil)
        }

        @Test func `a control that joins late measures from the step of the vehicle`() throws {
            let measured = try durations([:], steps: 80, joinedAt: 50).flatMap(\.steps).map(\.stepNumber)
            #expect(Array(measured.drop { $0 < 50 }) == Array(50..<62), "\(measured)")
        }

        @Test func `language, names and rate of the voice count`() throws {
            func now(_ settings: [String: SettingValue]) throws -> Double {
                try #require(try durations(settings).first?.steps.first { $0.stepNumber == 1 }).nowSeconds
            }
            let usual = try now([:])
            let (quick, nameless) = (
                try now(["rate": .number(0.8)]), try now(["speakStreetNames": .bool(false)])
            )
            #expect(quick < usual * 0.8)
            #expect(nameless < usual - 0.7)
            #expect(try now(["language": .text("pl")]) != usual)
            // Without an engine the letters are counted.
            let silent = try now(["output": .text("none")])
            #expect((usual * 0.5...usual * 2).contains(silent))
        }
    }
}
