import EventBus
import Glibc
import NavigationEvents
import Synchronization

/// A plain subscriber in a process of its own, which prints the arrival times of events.
struct Follower {
    /// Receives events until navigation stops, and prints the time of each fix and of the arrival of its event,
    /// nanoseconds.
    static func run(endpoint: String) throws {
        let client = try BusClient(requests: endpoint)
        let topics: [Topic] = [.onNavigation, .onNavigationStopped]
        try client.join(Hello(control: "bench", topics: topics, processID: getpid()), timeout: .seconds(20))
        while let delivery = try client.next(timeout: .seconds(60)) {
            guard case .event(let envelope) = delivery else { continue }
            let now = nanoseconds()
            switch envelope.event {
            case .navigation(let info): print("\(info.fix.time.nanosecondsSinceEpoch) \(now)")
            case .navigationStopped: return
            default: continue
            }
        }
    }
}
