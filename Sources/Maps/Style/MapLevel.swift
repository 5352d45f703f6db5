/// The levels on which lines are drawn: bridges cover the roads below.
enum MapLevel: Int, CaseIterable, Sendable {
    case tunnel, ground, bridge

    /// The level of a feature with this value of `brunnel`.
    init(brunnel: String?) {
        self =
            switch brunnel {
            case "tunnel": .tunnel
            case "bridge": .bridge
            default: .ground
            }
    }
}
