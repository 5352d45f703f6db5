public import NavigationEvents

/// A lane in three rows of five line-drawing characters: heavy for recommended directions, light for the others. At
/// this size, they are clearer than a raster.
struct LaneTile {
    static let columns = 5
    static let rows = 3
    private static let stem = 2

    private let pens: LaneCharacters
    private(set) var cells: [[CharacterPicture.Cell]]

    init(_ lane: Lane, _ characters: LaneCharacters) {
        pens = characters
        let row = Array(repeating: CharacterPicture.Cell.empty, count: Self.columns)
        cells = Array(repeating: row, count: Self.rows)
        let known = lane.directions.filter { $0.shape != .unknown }
        guard !known.isEmpty else {
            let dot = lane.isRecommended ? pens.heavy.dot : pens.light.dot
            self.set(dot, 1, Self.stem, lane.isRecommended)
            return
        }
        // The recommended directions are last, on top.
        for direction in known.filter({ !$0.isRecommended }) + known.filter(\.isRecommended) { draw(direction) }
        let isHeavy = lane.isRecommended
        let set = isHeavy ? pens.heavy : pens.light
        let shapes = known.map(\.shape)
        func has(_ wanted: LaneShape...) -> Bool { shapes.contains { wanted.contains($0) } }
        let isAhead = has(.straight, .slightLeft, .slightRight, .sharpLeft, .sharpRight)
        let mask =
            (isAhead ? 1 : 0) + (has(.normalLeft, .uTurnLeft) ? 2 : 0) + (has(.normalRight, .uTurnRight) ? 4 : 0)
        self.set(set.junctions[mask], 1, Self.stem, isHeavy)
        self.set(set.junctions[1], 2, Self.stem, isHeavy)
    }

    private mutating func set(_ character: Character, _ row: Int, _ column: Int, _ isRecommended: Bool) {
        let ink: Shape.Ink = isRecommended ? .symbol : .faint
        cells[row][column] = CharacterPicture.Cell(character: character, ink: ink, ground: nil)
    }

    private mutating func draw(_ direction: LaneDirection) {
        let isHeavy = direction.isRecommended
        let set = isHeavy ? pens.heavy : pens.light
        func mark(_ character: Character, _ row: Int, _ column: Int) { self.set(character, row, column, isHeavy) }
        switch direction.shape {
        case .unknown: break
        case .straight: mark(set.up, 0, Self.stem)
        case .slightLeft: mark(set.upLeft, 0, 1)
        case .slightRight: mark(set.upRight, 0, 3)
        case .normalLeft:
            mark(set.left, 1, 0)
            mark(set.arm, 1, 1)
        case .normalRight:
            mark(set.right, 1, 4)
            mark(set.arm, 1, 3)
        case .sharpLeft: mark(set.downLeft, 2, 1)
        case .sharpRight: mark(set.downRight, 2, 3)
        case .uTurnLeft:
            mark(set.junctions[4], 1, 0)
            mark(set.arm, 1, 1)
            mark(set.down, 2, 0)
        case .uTurnRight:
            mark(set.junctions[2], 1, 4)
            mark(set.arm, 1, 3)
            mark(set.down, 2, 4)
        }
    }
}

/// The characters of lanes.
struct LaneCharacters {
    struct Weight {
        let up, upLeft, upRight, left, right, downLeft, downRight, down, arm, dot: Character
        /// The junctions of a stem from below, by mask: 1 straight on, 2 to the left, 4 to the right.
        let junctions: [Character]
    }

    let light: Weight
    let heavy: Weight
    let separator: Character
    /// The mark for hidden lanes.
    let more: Character

    static let unicode = LaneCharacters(
        light: Weight(
            up: "↑", upLeft: "↖", upRight: "↗", left: "←", right: "→", downLeft: "↙", downRight: "↘", down: "↓",
            arm: "─", dot: "·", junctions: Array("││┐┤┌├┬┼")),
        heavy: Weight(
            up: "▲", upLeft: "◤", upRight: "◥", left: "◀", right: "▶", downLeft: "◣", downRight: "◢", down: "▼",
            arm: "━", dot: "●", junctions: Array("┃┃┓┫┏┣┳╋")),
        separator: "┊", more: "…")

    static let ascii = LaneCharacters(
        light: Weight(
            up: "^", upLeft: "\\", upRight: "/", left: "<", right: ">", downLeft: "/", downRight: "\\", down: "v",
            arm: "-", dot: ".", junctions: Array("||.+.+++")),
        heavy: Weight(
            up: "A", upLeft: "\\", upRight: "/", left: "<", right: ">", downLeft: "/", downRight: "\\", down: "V",
            arm: "=", dot: "O", junctions: Array("########")),
        separator: ":", more: "~")
}

extension CharacterPicture {
    /// Creates lanes from left to right in three rows, five columns each; `nil` without lanes. Of more than
    /// ``LaneRow/maxLanes``, only those around the recommended ones are drawn, with a mark for the others.
    ///
    /// - Parameters:
    ///   - lanes: The lanes.
    ///   - form: The set of characters; blocks and dots use the same lines.
    public init?(lanes: [Lane], form: Form = .blocks) {
        guard !lanes.isEmpty else { return nil }
        let row = LaneRow(lanes)
        let characters = form == .ascii ? LaneCharacters.ascii : .unicode
        let more = Cell(character: characters.more, ink: .faint, ground: nil)
        var cells: [[Cell]] = Array(repeating: [], count: LaneTile.rows)
        if row.hiddenLeft > 0 { for line in cells.indices { cells[line] += [line == 1 ? more : .empty, .empty] } }
        for (index, lane) in row.lanes.enumerated() {
            let tile = LaneTile(lane, characters)
            for line in cells.indices {
                if index > 0 { cells[line].append(Cell(character: characters.separator, ink: .faint, ground: nil)) }
                cells[line] += tile.cells[line]
            }
        }
        if row.hiddenRight > 0 { for line in cells.indices { cells[line] += [.empty, line == 1 ? more : .empty] } }
        self.init(cells: cells)
    }
}
