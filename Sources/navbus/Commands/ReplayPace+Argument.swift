public import ArgumentParser
public import NavigationEvents
import Positions

extension ReplayPace: ExpressibleByArgument {
    /// `20`, `0.5` or `max`; `nil` for anything else.
    public init?(argument: String) { self.init(argument) }

    /// The pace, as it is typed.
    public var defaultValueDescription: String {
        switch self {
        case .factor(let factor): factor == factor.rounded() ? "\(Int(clamping: factor))" : "\(factor)"
        case .max: "max"
        }
    }
}
