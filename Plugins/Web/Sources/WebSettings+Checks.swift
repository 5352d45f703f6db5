import NavigationControl
import Pictures

extension WebSettings {
    typealias UnitsChoice = DisplayUnits

    /// Checks what the manifest cannot declare; ``WebAccess`` checks the address, the names and the token.
    func check() throws(SettingsError) {
        guard title.unicodeScalars.count <= 80 else {
            throw .invalid(key: "title", value: "\"\(title)\"", reason: "it must have at most 80 characters")
        }
    }
}
