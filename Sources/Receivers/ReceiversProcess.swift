import Glibc
import NavigationControl
package import NavigationEvents
import NavigationLoop
import Platform
package import Positions

/// The process `navbus-receivers`: a bus like `navbus-bus`, whose source needs the libraries of D-Bus or HTTP. The launcher
/// starts it only for these sources, so that the others need no memory for them.
public enum ReceiversProcess {
    /// Runs the bus. With the argument `find`, it searches for a receiver instead and prints the findings for
    /// `navbus doctor`.
    public static func run() -> Never {
        if CommandLine.arguments.dropFirst().first == "find" {
            var search = ReceiverSearch()
            search.timeouts.start = 3
            Terminal.line(finding(search.run(stop: StopSignal())).line)
            exit(ExitStatus.success.rawValue)
        }
        LoopProcess.run(ReceiversBus.self)
    }

    /// The outcome of a search, for people.
    static func finding(_ outcome: ReceiverSearch.Outcome) -> ControlFinding {
        let rejected = outcome.rejected.map(\.text).joined(separator: "; ")
        guard let receiver = outcome.receiver else {
            return ControlFinding(
                .absent, subject: "source auto", text: "finds no receiver: \(rejected)", remedy: AutoSource.remedy)
        }
        let others = rejected.isEmpty ? "" : "; not \(rejected)"
        return ControlFinding(.fine, subject: "source auto", text: "finds \(receiver.name)\(others)")
    }
}

/// A bus with the sources of this module.
private struct ReceiversBus: LaunchedBus {
    let parts: LoopParts

    static func open(_ plan: LoopPlan, launcher: Int32) async throws -> ReceiversBus {
        if let source = plan.source, source.kind == .http {
            do {
                try HTTPSource.check(listen: source.listen ?? HTTPSource.defaultListen, token: source.token)
            } catch {
                throw LoopError("listen for positions: failed to \(error)")
            }
        }
        return ReceiversBus(
            parts: try await LoopParts.open(plan, launcher: launcher) { plan, route, start in
                plan.makeReceiver() ?? plan.makeSource(route: route, start: start)
            })
    }

    func begin() async { await parts.begin() }

    func note(control: ControlStatus) async { await parts.note(control: control) }

    func note(observer: ControlStatus) async { await parts.note(observer: observer) }

    func end() async { await parts.end() }
}

extension SourcePlan {
    /// Makes a source of this module; `nil` for the others.
    package func makeReceiver() -> (any PositionSource)? {
        switch kind {
        case .geoclue: GeoClueSource()
        case .http: HTTPSource(listen: listen ?? HTTPSource.defaultListen, token: token)
        case .auto: AutoSource()
        case .gpsd, .nmea, .gpx, .simulate: nil
        }
    }
}
