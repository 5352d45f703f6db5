public import ArgumentParser
public import Positions

extension ReplayPace: ExpressibleByArgument {
    /// `20`, `0.5` or `max`; `nil` for anything else.
    public init?(argument: String) { self.init(argument) }
}
