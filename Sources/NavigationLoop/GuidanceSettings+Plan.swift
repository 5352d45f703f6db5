import Guidance
import NavigationEvents

extension GuidanceSettings {
    /// The settings of a plan. The units are those in which the speech control announces distances: its setting is in
    /// the plan, so that no person has to set them twice.
    init(_ plan: LoopPlan) {
        self.init(cueTimingFactor: plan.cueTimingFactor, units: plan.spokenUnits)
    }
}

extension LoopPlan {
    /// The units of spoken distances: the setting `units` of the control `speech`, metric without one.
    fileprivate var spokenUnits: UnitSystem {
        guard case .text(let name) = controlSettings["speech"]?["units"] else { return .metric }
        return UnitSystem(rawValue: name) ?? .metric
    }
}
