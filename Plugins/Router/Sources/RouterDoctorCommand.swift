import NavigationControl
import NavigationEvents
import Platform
import Regions

/// The command `navbus-router doctor`: reports whether routes can be requested, as lines that `navbus doctor` shows.
enum RouterDoctorCommand {
    /// Less than the time that `navbus doctor` waits.
    private static let timeoutSeconds = 2.0
    private static let subject = "routing server"

    /// Checks the server, or the regions that replace it, and prints the findings.
    static func run() -> ExitStatus {
        for finding in findings(CheckCommand.standardSettings) { Terminal.line(finding.line) }
        return .success
    }

    private static func findings(_ settings: RouterSettings) -> [ControlFinding] {
        let roads = RegionRoads(library: .ofThisProcess)
        do throws(RouterError) {
            switch try settings.source(for: .car) {
            case .server: return [ControlFinding(.fine, subject: subject, text: try answer(settings))]
            case .region(let name): return findings(of: [try roads.region(name)])
            case .automatic:
                let regions = roads.all
                guard regions.isEmpty else { return findings(of: regions) }
                let text = try CheckCommand.answerOfUsualServer(settings, timeoutSeconds: timeoutSeconds)
                return [ControlFinding(.fine, subject: subject, text: text)]
            }
        } catch {
            return [
                ControlFinding(
                    .absent, subject: subject, text: "\(error)",
                    remedy: "NAVBUS_ROUTER names another source; without routes there is no rerouting")
            ]
        }
    }

    private static func answer(_ settings: RouterSettings) throws(RouterError) -> String {
        try CheckCommand.answer(settings, timeoutSeconds: timeoutSeconds)
    }

    /// A finding about each region. Valhalla is started for the first one only, which takes the longest.
    private static func findings(of regions: [Region]) -> [ControlFinding] {
        var isStarted = false
        return regions.map { region in
            if let problem = region.roadProblem() {
                return ControlFinding(
                    .fault, subject: "routes of \(region.name)", text: problem,
                    remedy: "build it again: navbus region update \(region.name) --force")
            }
            guard !isStarted else {
                return ControlFinding(.fine, subject: "routes of \(region.name)", text: "complete")
            }
            isStarted = true
            guard ValhallaProgram.find() != nil else {
                return ControlFinding(
                    .fault, subject: "routes of \(region.name)", text: "\(ValhallaProgram.name) is missing",
                    remedy: ValhallaProgram.remedy)
            }
            do throws(RouterError) {
                return ControlFinding(
                    .fine, subject: "routes of \(region.name)", text: try CheckCommand.answer(of: region))
            } catch {
                return ControlFinding(
                    .fault, subject: "routes of \(region.name)", text: "failed to \(error)",
                    remedy: "run navbus router serve \(region.name), and read its message")
            }
        }
    }
}
