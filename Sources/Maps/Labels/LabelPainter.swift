import CCairo
import Pictures

/// Paints labels: halos below all letters.
struct LabelPainter {
    let context: OpaquePointer?
    let theme: MapTheme
    let scale: Double

    func paint(_ labels: [MapLabel]) {
        cairo_set_antialias(context, theme.technique == .color ? CAIRO_ANTIALIAS_FAST : CAIRO_ANTIALIAS_NONE)
        cairo_set_line_join(context, CAIRO_LINE_JOIN_BEVEL)
        cairo_set_tolerance(context, 0.3)
        for label in labels {
            if label.look == .shield { paintPlate(label) }
            path(label)
            if label.look != .shield {
                set(theme.halo)
                // Around black and white letters, the patterns of areas need more distance.
                cairo_set_line_width(context, (theme.technique == .oneBit ? 5 : 3) * scale)
                cairo_stroke_preserve(context)
            }
            switch label.look {
            case .text: set(theme.text)
            case .water: set(theme.waterText)
            case .shield: set(theme.shieldText)
            }
            cairo_fill(context)
        }
    }

    private func path(_ label: MapLabel) {
        cairo_save(context)
        var matrix = cairo_matrix_t(
            xx: label.direction.x, yx: label.direction.y, xy: -label.direction.y, yy: label.direction.x,
            x0: label.center.x, y0: label.center.y)
        cairo_transform(context, &matrix)
        cairo_translate(context, -label.line.width / 2, -label.line.height / 2)
        cairo_new_path(context)
        for element in label.line.path.elements { element.add(to: context) }
        cairo_restore(context)
    }

    /// Paints the plate below the number of a road.
    private func paintPlate(_ label: MapLabel) {
        let size = SIMD2(label.line.width, label.line.height) + SIMD2(7, 2) * scale
        let corner = (label.center - size / 2)
        let plate = Path(
            x: corner.x.rounded(), y: corner.y.rounded(), width: size.x.rounded(), height: size.y.rounded(),
            cornerRadius: 3 * scale)
        cairo_new_path(context)
        for element in plate.elements { element.add(to: context) }
        set(theme.shield)
        cairo_fill_preserve(context)
        set(theme.shieldText)
        cairo_set_line_width(context, scale)
        cairo_stroke(context)
    }

    private func set(_ color: Color) { cairo_set_source_rgb(context, color.red, color.green, color.blue) }
}
