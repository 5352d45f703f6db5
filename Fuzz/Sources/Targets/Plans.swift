import EventCodec
import NavigationEvents

@testable import NavigationLoop

extension FuzzTarget {
    /// What the launcher tells the process of the loop: what is read of it is written so that it reads the same.
    static let plan = FuzzTarget(name: "plan", mostBytes: 4096) { bytes throws(FuzzFinding) in
        guard case .plan(let values) = try? LaunchOrder(wireBytes: bytes), let plan = try? LoopPlan(settings: values)
        else { return }
        let again = try? LoopPlan(settings: plan.settings)
        try FuzzFinding.unless(again == plan, "a plan that reads differently: \(plan)")
    }
}
