import NavigationEvents
import Testing

@testable import Launcher

@Suite struct StatusWatchTests {
    private let status = BusStatus(run: 1, processID: 7, uptimeSeconds: 0)

    @Test func `a calm status is passed on from time to time, also for a watchdog`() {
        for (watchdog, interval) in [(nil, 10.0), (8.0, 2.0)] {
            let watch = StatusWatch(watchdogSeconds: watchdog)
            let due = (0..<21).filter { second in
                guard case .calm(_, let isDue) = watch.verdict(on: status, isCalm: true, atSeconds: Double(second))
                else {
                    return false
                }
                return isDue
            }
            #expect(due == Array(stride(from: 0, through: 20, by: Int(interval))))
        }
    }

    @Test func `the status is requested if it needs attention, or does not come`() {
        let watch = StatusWatch(watchdogSeconds: nil)
        guard case .attention = watch.verdict(on: nil, isCalm: false, atSeconds: 0) else {
            return #expect(Bool(false), "none has ever come")
        }
        guard case .attention = watch.verdict(on: status, isCalm: false, atSeconds: 1) else {
            return #expect(Bool(false), "it needs attention")
        }
        _ = watch.verdict(on: status, isCalm: true, atSeconds: 2)
        guard case .unchanged = watch.verdict(on: nil, isCalm: false, atSeconds: 4) else {
            return #expect(Bool(false), "the last one is new enough")
        }
        guard case .attention = watch.verdict(on: nil, isCalm: false, atSeconds: 5) else {
            return #expect(Bool(false), "the last one is too old")
        }
    }
}
