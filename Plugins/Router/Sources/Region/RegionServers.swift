import Dispatch
import NavigationEvents
import Platform
import Regions
import Synchronization

/// The Valhallas of the offline regions: each is started at the first request for its region, and again at the first request after
/// its death.
final class RegionServers: Sendable {
    private struct State {
        var servers: [RegionName: ValhallaProcess] = [:]
        var limits: [RegionName: StartLimit] = [:]
        var isClosed = false
    }

    let roads: RegionRoads
    private let state = Mutex(State())
    /// Starts happen one after another, and wait until the server listens.
    private let queue = DispatchQueue(label: "navbus.router.regions")
    private let report: @Sendable (String) -> Void

    /// - Parameters:
    ///   - library: The regions.
    ///   - report: Called with the text of a warning for people.
    init(library: RegionLibrary = .ofThisProcess, report: @escaping @Sendable (String) -> Void = { _ in }) {
        roads = RegionRoads(library: library)
        self.report = report
    }

    /// Provides a server that listens; `finish` is called once, on any thread.
    func serve(_ region: Region, _ finish: @escaping @Sendable (Result<ValhallaProcess, RouterError>) -> Void) {
        queue.async { [self] in
            do throws(RouterError) {
                finish(.success(try server(of: region)))
            } catch {
                finish(.failure(error))
            }
        }
    }

    /// Ends all servers.
    func close() {
        let servers = state.withLock { state in
            state.isClosed = true
            return state.servers.values.map(\.self)
        }
        for server in servers { server.end() }
    }

    private func server(of region: Region) throws(RouterError) -> ValhallaProcess {
        let name = region.name
        let known = state.withLock { $0.servers[name] }
        // An update of a region replaces its folder; the old files remain open for the old server only.
        if let known, known.ending == nil {
            if known.region == region { return known }
            known.end()
        }
        let seconds = state.withLock { $0.limits[name, default: StartLimit()].begin(at: .now) }
        if let seconds {
            let last = known?.ending.map { "; the last time it \($0)" } ?? ""
            throw .region(
                name.description,
                reason:
                    "Valhalla has died \(StartLimit.maxStarts) times within a minute\(last); it is started again in "
                    + "\(Int(seconds.rounded(.up))) s; navbus region check \(name) checks the region")
        }
        let started = try ValhallaProcess(region) { [report] ending in
            report("Valhalla of the region \(name) \(ending); the next request starts it again")
        }
        let isClosed = state.withLock { state in
            state.servers[name] = started
            return state.isClosed
        }
        if isClosed { started.end() }
        try started.waitUntilItListens()
        return started
    }
}
