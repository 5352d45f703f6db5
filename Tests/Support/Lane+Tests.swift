public import NavigationEvents

extension Lane {
    /// A lane with shapes, of which some are recommended.
    public static func make(_ shapes: LaneShape..., recommended: Set<LaneShape> = []) -> Lane {
        Lane(directions: shapes.map { LaneDirection(shape: $0, isRecommended: recommended.contains($0)) })
    }
}

extension [Lane] {
    /// Two recommended left-turn lanes, a straight one, and one for straight on and right.
    public static let vocabularyExample: [Lane] = [
        .make(.normalLeft, recommended: [.normalLeft]), .make(.normalLeft, recommended: [.normalLeft]),
        .make(.straight), .make(.straight, .normalRight),
    ]
}
