import Pictures

/// Finds places for names: the most important first, none over another, and streets along their line.
struct LabelPlacer {
    private(set) var placed: [MapLabel] = []
    private let projection: MapProjection
    private let theme: MapTheme
    private let scale: Double
    private var grid: LabelGrid
    /// Where each text was placed, so that it is not repeated nearby.
    private var places: [String: [SIMD2<Double>]] = [:]

    /// The maximum number of labels: more are not legible.
    private static let maxLabels = 48
    /// The minimum distances of equal texts, in points.
    private static let minRepeatDistance = 240.0
    /// The distance of possible places along a street, in points.
    private static let placeDistance = 130.0
    private static let margin = 3.0

    init(projection: MapProjection, theme: MapTheme, scale: Double) {
        self.projection = projection
        self.theme = theme
        self.scale = scale
        grid = LabelGrid(size: projection.size)
    }

    /// Keeps the place of the vehicle free.
    mutating func reserve(_ position: MapPosition?) {
        guard let position else { return }
        let (place, half) = (projection.screen(position.coordinate), 20 * scale)
        guard place.x.magnitude < 1e6, place.y.magnitude < 1e6 else { return }
        _ = grid.take([(place - half, place + half)])
    }

    /// The origin of the data, in the lower right corner, as its licence demands.
    mutating func attribution(_ names: inout NameTypesetter) -> [MapLabel] {
        let size = (theme.technique == .oneBit ? 11 : 9) * scale
        guard let line = names.line("© OpenStreetMap contributors", size: size, isBold: false),
            line.width + 8 * scale < projection.size.x
        else { return [] }
        let half = SIMD2(line.width, line.height) / 2
        let center = projection.size - half - 4 * scale
        _ = grid.take([(center - half, center + half)])
        return [MapLabel(line: line, center: center)]
    }

    /// Places the names of tiles.
    mutating func place(_ tiles: [(place: TilePlacement, tile: MapTile)], _ names: inout NameTypesetter) {
        var candidates: [(name: MapName, tile: TilePlacement)] = []
        for (place, tile) in tiles {
            for name in tile.names where isShown(name) && place.shows(name.low, name.high) {
                candidates.append((name, place))
            }
        }
        // The sort is stable, and the tiles have an order, so equal pictures have equal labels.
        candidates.sort { $0.name.priority < $1.name.priority }
        for (name, tile) in candidates where placed.count < Self.maxLabels {
            let size = name.kind.points(theme.textSize) * scale
            let isBold = name.isNumber || name.kind.isBold || theme.technique == .oneBit || theme.name == "contrast"
            guard let line = names.line(name.text, size: size, isBold: isBold) else { continue }
            if name.line.count == 1 || name.isNumber {
                placeUpright(name, line, tile)
            } else {
                placeAlong(name, line, tile, size: size)
            }
        }
    }

    private func isShown(_ name: MapName) -> Bool {
        projection.zoom >= (name.isNumber ? name.kind.minNumberZoom : name.kind.minZoom)
    }

    // MARK: - Places

    private mutating func placeUpright(_ name: MapName, _ line: TextLine, _ tile: TilePlacement) {
        let points = name.line.map(tile.screen)
        let half = SIMD2(line.width, line.height) / 2 + (name.isNumber ? 4 : Self.margin) * scale
        let look: MapLabel.Look = name.isNumber ? .shield : name.kind == .water ? .water : .text
        for center in PolylineWalk(points).places(every: Self.placeDistance * scale) {
            guard isInside(center - half, center + half), isFarFromEqual(name.text, center) else { continue }
            guard grid.take([(center - half, center + half)]) else { continue }
            add(MapLabel(line: line, center: center, look: look), name.text)
            return
        }
    }

    /// Places a name along a straight enough part of its line.
    private mutating func placeAlong(_ name: MapName, _ line: TextLine, _ tile: TilePlacement, size: Double) {
        let walk = PolylineWalk(name.line.map(tile.screen))
        let length = line.width + size
        guard walk.length >= length else { return }
        for middle in walk.offsets(every: Self.placeDistance * scale) {
            guard let chord = walk.chord(from: middle - length / 2, to: middle + length / 2, tolerance: 0.3 * size)
            else { continue }
            let (center, step) = ((chord.from + chord.to) / 2, chord.to - chord.from)
            guard isInside(center, center), isFarFromEqual(name.text, center) else { continue }
            let distance = (step.x * step.x + step.y * step.y).squareRoot()
            guard distance > 0.9 * length else { continue }
            // Letters stand upright; a vertical text is read upwards.
            let isReversed = step.x < -1e-6 || step.x < 1e-6 && step.y > 0
            let direction = (isReversed ? -step : step) / distance
            let boxes = Self.boxes(center, direction, length: line.width, height: line.height + 2 * scale)
            guard boxes.allSatisfy({ isInside($0.low, $0.high) }), grid.take(boxes) else { continue }
            add(
                MapLabel(
                    line: line, center: center, direction: direction, look: name.kind == .water ? .water : .text),
                name.text)
            return
        }
    }

    /// Squares along a text in any direction.
    private static func boxes(
        _ center: SIMD2<Double>, _ direction: SIMD2<Double>, length: Double, height: Double
    ) -> [(low: SIMD2<Double>, high: SIMD2<Double>)] {
        let count = max(Int((length / height).rounded(.up)), 1) + 1
        let (first, last) = (-length / 2 + height / 2, length / 2 - height / 2)
        return (0..<count).map { number in
            let offset = first + (last - first) * Double(number) / Double(count - 1)
            let middle = center + direction * offset
            return (middle - height / 2, middle + height / 2)
        }
    }

    private func isInside(_ low: SIMD2<Double>, _ high: SIMD2<Double>) -> Bool {
        low.x >= 0 && low.y >= 0 && high.x <= projection.size.x && high.y <= projection.size.y
    }

    private func isFarFromEqual(_ text: String, _ center: SIMD2<Double>) -> Bool {
        places[text, default: []].allSatisfy { place in
            let step = place - center
            return (step.x * step.x + step.y * step.y).squareRoot() >= Self.minRepeatDistance * scale
        }
    }

    private mutating func add(_ label: MapLabel, _ text: String) {
        placed.append(label)
        places[text, default: []].append(label.center)
    }
}
