import Pictures

/// Writes names into the cells of a map of characters, the most important first.
struct CellNames {
    private(set) var cells: [[CharacterPicture.Cell]]
    private let projection: MapProjection
    private var isTaken: Set<Int> = []
    private var texts: Set<String> = []

    /// The maximum length of a name; longer ones are left out.
    private static let maxLength = 24
    /// The rows of the terminal for each name: more would cover the roads.
    private static let rowsPerName = 3
    /// The distance of possible places along a street, in dots.
    private static let placeDistance = 24.0

    init(projection: MapProjection, cells: [[CharacterPicture.Cell]]) {
        self.projection = projection
        self.cells = cells
    }

    /// Writes a mark at a point.
    mutating func mark(_ point: SIMD2<Double>, _ character: Character) {
        guard let (row, column) = cell(of: point), cells[row].indices.contains(column) else { return }
        cells[row][column] = CharacterPicture.Cell(character: character, ink: nil)
        for column in column - 1...column + 1 { isTaken.insert(row << 16 | column & 0xFFFF) }
    }

    /// Writes the names of tiles.
    mutating func place(_ tiles: [(place: TilePlacement, tile: MapTile)]) {
        // A picture of dots shows more of the world than one of as many pixels.
        var names: [(name: MapName, place: TilePlacement)] = []
        for (place, tile) in tiles {
            for name in tile.names
            where name.kind <= .minorRoad && name.text.isNarrow && place.shows(name.low, name.high) {
                names.append((name, place))
            }
        }
        names.sort { $0.name.priority < $1.name.priority }
        for (name, place) in names where texts.count < cells.count / Self.rowsPerName && !texts.contains(name.text) {
            write(name, PolylineWalk(name.line.map(place.screen)))
        }
    }

    private mutating func write(_ name: MapName, _ walk: PolylineWalk) {
        let length = name.text.count
        guard length <= Self.maxLength else { return }
        for point in walk.places(every: Self.placeDistance) {
            guard let (row, middle) = cell(of: point) else { continue }
            let first = middle - length / 2
            let (columns, around) = (first..<first + length, first - 1...first + length)
            guard cells[row].indices.contains(columns.lowerBound), cells[row].indices.contains(columns.upperBound),
                around.allSatisfy({ !isTaken.contains(row << 16 | $0 & 0xFFFF) }),
                columns.allSatisfy({ cells[row][$0].ink != .symbol })
            else { continue }
            for (column, character) in zip(columns, name.text) {
                cells[row][column] = CharacterPicture.Cell(character: character, ink: nil)
            }
            for column in around { isTaken.insert(row << 16 | column & 0xFFFF) }
            texts.insert(name.text)
            return
        }
    }

    private func cell(of point: SIMD2<Double>) -> (row: Int, column: Int)? {
        guard point.x >= 0, point.y >= 0, point.x < projection.size.x, point.y < projection.size.y else { return nil }
        return (Int(point.y / 4), Int(point.x / 2))
    }
}

/// The scalars of Latin, Greek, Cyrillic and Armenian letters, without combining marks.
private let narrow: [ClosedRange<UInt32>] = [0x20...0x7E, 0xA1...0xAC, 0xAE...0x2FF, 0x370...0x482, 0x48A...0x58F]

extension String {
    /// Whether each character is one column wide in every terminal, and is written from left to right.
    fileprivate var isNarrow: Bool {
        unicodeScalars.allSatisfy { scalar in narrow.contains { $0.contains(scalar.value) } }
    }
}
