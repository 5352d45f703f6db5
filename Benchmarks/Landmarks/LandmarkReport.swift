import Glibc
import NavigationEvents
import Platform
import Regions
import Routes

/// The landmarks of many routes, and the time that they take.
final class LandmarkReport {
    private let library: RegionLibrary
    private var milliseconds: [Double] = []

    init(library: RegionLibrary) { self.library = library }

    /// Prints the turns of the first route of a document.
    func add(_ path: String) {
        do {
            guard var route = try RouteDocument.read(WholeFile.read(path, maxBytes: 64 << 20)).first else { return }
            let begin = Self.processorSeconds
            let problems = library.addLandmarks(to: &route)
            milliseconds.append((Self.processorSeconds - begin) * 1000)
            for problem in problems { Terminal.error("\(problem)") }
            for step in route.legs.flatMap(\.steps) where Self.isTurn(step) { print(step, in: route, path) }
        } catch {
            Terminal.error("\(path): \(error)")
        }
    }

    /// Prints the median and the maximum of the times.
    func end() {
        let sorted = milliseconds.sorted()
        guard let longest = sorted.last else { return }
        Terminal.error(
            "routes: \(sorted.count), median \(sorted[sorted.count / 2]) ms, maximum \(longest) ms of processor time")
    }

    private static func isTurn(_ step: Step) -> Bool {
        switch step.maneuver {
        case .turnLeft, .turnRight, .turnSharpLeft, .turnSharpRight, .turnSlightLeft, .turnSlightRight: true
        default: false
        }
    }

    private func print(_ step: Step, in route: Route, _ path: String) {
        let position = route.geometry[step.geometryIndex]
        let landmarks = step.landmarks.map { landmark in
            "\(landmark.kind),\(landmark.relation),\(landmark.side),\(landmark.distanceToManeuverMeters),"
                + "\(landmark.certainMeters),\(landmark.earlierMeters.map { "\($0)" }.joined(separator: "+"))"
        }
        let fields = [
            path, "\(step.number)", "\(step.maneuver)", "\(position.latitudeDegrees)", "\(position.longitudeDegrees)",
            "\(step.distanceFromPreviousMeters)", step.isEndOfRoad ? "end" : "", landmarks.joined(separator: ";"),
        ]
        Terminal.lines(fields.joined(separator: "\t"))
    }

    private static var processorSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
