import CCairo
import Glibc
import NavigationEvents
import Pictures

/// Paints the route, its destination and the vehicle.
struct RoutePainter {
    let context: OpaquePointer?
    let projection: MapProjection
    let theme: MapTheme
    let scale: Double

    /// The width of the route in points by zoom.
    private static let widths: [(zoom: Double, pixels: Double)] = [
        (0, 3), (8, 3.5), (12, 5), (14, 7), (16, 12), (18, 24), (20, 44),
    ]

    /// The height of the arrow in points, and its outline with the tip upwards, as shares of the height.
    private static let arrowPoints = 36.0
    private static let arrow = [SIMD2(0, -0.5), SIMD2(0.4, 0.45), SIMD2(0, 0.25), SIMD2(-0.4, 0.45)]

    /// Paints the route, the driven part below.
    func paint(_ route: MapRoute) {
        cairo_set_antialias(context, theme.technique == .color ? CAIRO_ANTIALIAS_DEFAULT : CAIRO_ANTIALIAS_NONE)
        cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
        let width = (MapClass.width(Self.widths, zoom: projection.zoom) ?? 3) * scale
        let edge = (theme.technique == .oneBit ? 2 : 1.2) * scale
        let (driven, ahead) = (lines(route.driven, width), lines(route.remaining, width))
        for part in [driven, ahead] {
            set(theme.routeCasing)
            part.stroke(context, width: width + 2 * edge, isRound: true)
        }
        set(theme.driven)
        if theme.technique == .oneBit { OneBitPattern.driven?.set(in: context) }
        driven.stroke(context, width: width, isRound: true)
        set(theme.route)
        ahead.stroke(context, width: width, isRound: true)
        guard let end = route.remaining.last else { return }
        paintDestination(projection.screen(end), radius: max(width * 0.7, 7 * scale))
    }

    /// Paints the route ahead as a line of two pixels, for the dots of a terminal.
    func paintDots(_ route: MapRoute) {
        cairo_set_antialias(context, CAIRO_ANTIALIAS_NONE)
        set(.symbolDots)
        lines(route.remaining, 2).stroke(context, width: 2, isRound: false)
    }

    /// Paints the vehicle: an arrow, or a disc without a known direction.
    func paint(_ position: MapPosition) {
        let place = projection.screen(position.coordinate)
        let size = Self.arrowPoints * scale
        guard place.x >= -size, place.y >= -size, place.x <= projection.size.x + size,
            place.y <= projection.size.y + size
        else { return }
        cairo_new_path(context)
        if let heading = position.headingDegrees, heading.isFinite {
            let radians = remainder(heading - projection.headingDegrees, 360) * .pi / 180
            let (cosine, sine) = (cos(radians), sin(radians))
            for corner in Self.arrow {
                cairo_line_to(
                    context, place.x + (corner.x * cosine - corner.y * sine) * size,
                    place.y + (corner.x * sine + corner.y * cosine) * size)
            }
            cairo_close_path(context)
        } else {
            cairo_arc(context, place.x, place.y, size / 4, 0, 2 * .pi)
        }
        cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
        set(theme.arrowEdge)
        cairo_set_line_width(context, 5 * scale)
        cairo_stroke_preserve(context)
        set(theme.arrow)
        cairo_fill(context)
    }

    private func paintDestination(_ place: SIMD2<Double>, radius: Double) {
        guard place.x >= -radius, place.y >= -radius, place.x <= projection.size.x + radius,
            place.y <= projection.size.y + radius
        else { return }
        for (share, color) in [(1.0, theme.arrowEdge), (0.8, theme.arrow), (0.4, theme.arrowEdge)] {
            cairo_new_path(context)
            cairo_arc(context, place.x, place.y, radius * share, 0, 2 * .pi)
            set(color)
            cairo_fill(context)
        }
    }

    private func lines(_ points: [Coordinate], _ width: Double) -> ScreenLines {
        var lines = ScreenLines(size: projection.size, margin: width)
        lines.add(route: points.map(projection.screen))
        return lines
    }

    private func set(_ color: Color) { cairo_set_source_rgb(context, color.red, color.green, color.blue) }
}
