import Dashboard
import Pictures

/// How the face is drawn, whatever the terminal.
struct FaceOptions: Hashable, Sendable {
    var units = DisplayUnits.metric
    var form = CharacterPicture.Form.blocks
    /// Whether signs stand on their plates: for terminals with colours.
    var showsPlate = false

    var isASCII: Bool { form == .ascii }
}
