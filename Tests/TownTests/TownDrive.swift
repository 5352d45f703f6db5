import Guidance
import NavigationEvents
import Positions

/// The events of a drive through a town.
struct TownDrive {
    let events: [Event]

    /// Drives along a route as planned, with position errors of three metres.
    init(along route: Route, seed: UInt64 = 7) throws {
        var guidance = GuidanceState()
        var filter = PositionFilter(mode: route.travelMode)
        var events = try guidance.start(route)
        let drive = SimulatedDrive(
            route: route, settings: SimulatedDrive.Settings(noiseMeters: 3, seed: seed, restSeconds: 10))
        for fix in drive.fixes() {
            if case .accepted(let smoothed) = filter.accept(fix) { events += guidance.update(smoothed) }
        }
        self.events = events + guidance.stop()
    }

    /// All onNavigation events, without that of the end.
    var infos: [NavigationInfo] {
        events.compactMap { event in
            if case .navigation(let info) = event, info.state != .stopped { info } else { nil }
        }
    }

    /// The cues in order: the stage, and the maneuver or other subject.
    func cues(of route: Route) -> [String] {
        var said: [CueReference] = []
        var lines: [String] = []
        for case let cue? in infos.map(\.cue) where said.last != cue.reference {
            said.append(cue.reference)
            let maneuver = route.steps.first { $0.number == cue.stepNumber }?.maneuver
            lines.append("\(cue.stage) \(cue.subject == .maneuver ? "\(maneuver ?? .unknown)" : "\(cue.subject)")")
        }
        return lines
    }

    /// The order in which the topics were published, without repetitions.
    var topics: [Topic] {
        var topics: [Topic] = []
        for topic in events.map(\.topic) where topic != .onGPS && topics.last != topic { topics.append(topic) }
        return topics
    }
}
