import CCairo
import Pictures

/// Paints areas and roads.
struct MapPainter {
    let context: OpaquePointer?
    let projection: MapProjection
    let theme: MapTheme
    let scale: Double
    let tiles: [(place: TilePlacement, tile: MapTile)]

    /// A class of lines with its pixels.
    private struct Stroke {
        var known: MapClass
        var width: Double
        var lines: ScreenLines
    }

    /// The width of the casing on each side of a road, in points.
    private static let casing = 1.0
    /// Roads narrower than this have no casing, in points.
    private static let minCasedWidth = 2.5
    /// The width of ramps as a share of that of their road.
    private static let rampShare = 0.6

    /// The maximum error of round ends and corners in pixels, which is not visible in motion.
    private static let tolerance = 0.4

    /// The zoom from which dots show paths too.
    private static let minPathZoom = 15.0

    func paint() {
        cairo_set_antialias(context, theme.technique == .color ? CAIRO_ANTIALIAS_FAST : CAIRO_ANTIALIAS_NONE)
        cairo_set_tolerance(context, Self.tolerance)
        set(theme.land)
        cairo_paint(context)
        for known in MapClass.allCases where known.isArea {
            if known == .water { paintRivers() }
            paintArea(known)
        }
        for level in MapLevel.allCases {
            let all = strokes(on: level)
            let roads = all.filter(\.known.isRoad)
            for stroke in all where !stroke.known.isRoad && stroke.known != .waterway {
                paintThin(stroke, on: level)
            }
            for stroke in roads { paintCasing(stroke, on: level) }
            for stroke in roads { paintRoad(stroke, on: level) }
        }
    }

    /// Paints the roads as lines of one or two pixels, for the dots of a terminal.
    func paintDots() {
        cairo_set_antialias(context, CAIRO_ANTIALIAS_NONE)
        set(.faintDots)
        let first = projection.zoom < Self.minPathZoom ? MapClass.minor : .path
        for stroke in MapLevel.allCases.flatMap({ strokes(on: $0) })
        where (first...MapClass.motorway).contains(stroke.known) {
            stroke.lines.stroke(context, width: stroke.known >= .trunk ? 2 : 1, isRound: false)
        }
    }

    // MARK: - Areas

    private func paintArea(_ known: MapClass) {
        guard known.width(zoom: projection.zoom) != nil else { return }
        var rings = ScreenLines(size: projection.size, margin: 0)
        for (place, tile) in tiles {
            guard let group = tile.groups[MapTile.Key(known: known, level: .ground)] else { continue }
            for item in group.items where place.shows(item.low, item.high) {
                for part in group.parts[item.parts] { rings.add(ring: group.points[part], place) }
            }
        }
        guard !rings.isEmpty else { return }
        cairo_new_path(context)
        rings.add(to: context, isClosed: true)
        if theme.technique == .oneBit {
            guard let pattern = OneBitPattern(known) else { return }
            pattern.set(in: context)
        } else {
            set(theme.color(of: known))
        }
        cairo_fill(context)
    }

    // MARK: - Lines

    /// Paints the middle lines of rivers, below the areas of the water.
    private func paintRivers() {
        for stroke in strokes(on: .ground, of: [.waterway]) {
            let isOneBit = theme.technique == .oneBit
            set(isOneBit ? theme.casing : theme.color(of: .waterway))
            stroke.lines.stroke(context, width: isOneBit ? max(1, min(stroke.width, 2)) : stroke.width, isRound: true)
        }
    }

    private func strokes(on level: MapLevel, of classes: [MapClass] = MapClass.lines) -> [Stroke] {
        var strokes: [Stroke] = []
        for known in classes {
            guard let points = known.width(zoom: projection.zoom) else { continue }
            for isRamp in known.isRoad ? [true, false] : [false] {
                let width = points * scale * (isRamp ? Self.rampShare : 1)
                let key = MapTile.Key(known: known, level: level, isRamp: isRamp)
                var lines = ScreenLines(size: projection.size, margin: width / 2 + 2 * scale)
                for (place, tile) in tiles {
                    guard let group = tile.groups[key] else { continue }
                    for item in group.items where place.shows(item.low, item.high) {
                        for part in group.parts[item.parts] { lines.add(line: group.points[part], place) }
                    }
                }
                if !lines.isEmpty { strokes.append(Stroke(known: known, width: width, lines: lines)) }
            }
        }
        return strokes
    }

    /// Paints the edges of roads, a little wider than the roads.
    private func paintCasing(_ stroke: Stroke, on level: MapLevel) {
        guard stroke.width >= Self.minCasedWidth * scale else { return }
        let edge = (level == .bridge ? 1.6 : Self.casing) * scale
        let isWide = theme.technique == .oneBit && stroke.known == .motorway
        set(theme.casing(of: stroke.known))
        dash(level == .tunnel ? [3, 3] : [])
        // The ends of bridges and tunnels are flat, so that they do not extend over the road that continues.
        stroke.lines.stroke(
            context, width: stroke.width + edge * (isWide ? 4 : 2), isRound: level == .ground)
        dash([])
    }

    private func paintRoad(_ stroke: Stroke, on level: MapLevel) {
        let isCased = stroke.width >= Self.minCasedWidth * scale
        if theme.technique == .oneBit, !isCased {
            set(theme.casing)
        } else {
            let color = theme.color(of: stroke.known)
            set(level == .tunnel ? color.mixed(with: theme.land) : color)
        }
        stroke.lines.stroke(context, width: thickness(stroke.width), isRound: true)
    }

    /// Paints paths and rails.
    private func paintThin(_ stroke: Stroke, on level: MapLevel) {
        set(theme.color(of: stroke.known))
        switch stroke.known {
        case .path, .track: dash(theme.technique == .oneBit ? [2, 4] : [4, 2])
        case .ferry: dash([6, 4])
        case .rail where theme.technique == .oneBit: dash([6, 3])
        case .tram where theme.technique == .oneBit: dash([3, 3])
        default: dash(level == .tunnel ? [3, 3] : [])
        }
        stroke.lines.stroke(context, width: thickness(stroke.width), isRound: false)
        dash([])
    }

    /// The width of a line that is visible without smooth edges too.
    private func thickness(_ width: Double) -> Double { theme.technique == .oneBit ? max(width, 1) : width }

    // MARK: - The pen

    private func set(_ color: Color) { cairo_set_source_rgb(context, color.red, color.green, color.blue) }

    private func dash(_ points: [Double]) {
        let pixels = points.map { $0 * scale }
        cairo_set_dash(context, pixels, Int32(pixels.count), 0)
    }
}

extension ScreenLines {
    /// Strokes the lines with the colour of the context.
    func stroke(_ context: OpaquePointer?, width: Double, isRound: Bool) {
        guard !isEmpty else { return }
        cairo_new_path(context)
        add(to: context)
        // The corners of thin lines are not visible.
        let isThin = width < 2.5
        cairo_set_line_join(context, isThin ? CAIRO_LINE_JOIN_BEVEL : CAIRO_LINE_JOIN_ROUND)
        cairo_set_line_cap(
            context, !isRound ? CAIRO_LINE_CAP_BUTT : isThin ? CAIRO_LINE_CAP_SQUARE : CAIRO_LINE_CAP_ROUND)
        cairo_set_line_width(context, width)
        cairo_stroke(context)
    }
}

extension Color {
    /// The inks of the dots of a terminal: that of the route, and that of the roads.
    static let (symbolDots, faintDots) = (Color(255, 0, 0), Color(0, 255, 0))

    /// The colour halfway to another.
    fileprivate func mixed(with other: Color) -> Color {
        var color = self
        color.red = (red + other.red) / 2
        color.green = (green + other.green) / 2
        color.blue = (blue + other.blue) / 2
        return color
    }
}
