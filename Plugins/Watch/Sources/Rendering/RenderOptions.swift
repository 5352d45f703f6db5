import Dashboard
import Pictures

/// The options of drawing, independent of the terminal.
struct RenderOptions: Hashable, Sendable {
    var units = DisplayUnits.metric
    var form = CharacterPicture.Form.blocks
    /// Whether signs have plates, for terminals with colours.
    var showsPlate = false

    var isASCII: Bool { form == .ascii }
}
