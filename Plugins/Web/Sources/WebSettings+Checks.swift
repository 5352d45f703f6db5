import NavigationControl
import Pictures

extension WebSettings {
    typealias UnitsChoice = DisplayUnits

    /// Whether the page begins drives. Without a token, every user of this machine could.
    var offersDrives: Bool { drives && token != WebAccess.noToken }

    /// Checks what the manifest cannot declare; ``WebAccess`` checks the address, the names and the token.
    func check() throws(SettingsError) {
        guard title.unicodeScalars.count <= 80 else {
            throw .invalid(key: "title", value: "\"\(title)\"", reason: "it must have at most 80 characters")
        }
    }
}
