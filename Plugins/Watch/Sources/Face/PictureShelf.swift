import Pictures

/// Signs of characters that were drawn already: a sign is on the screen for a minute, and drawn once.
struct PictureShelf {
    private struct Key: Hashable {
        var sign: Sign
        var rows: Int
        var options: FaceOptions
    }

    /// More than are on one screen.
    private static let most = 8

    private var pictures: [Key: CharacterPicture] = [:]
    private var order: [Key] = []

    /// A sign; `nil` if it cannot be drawn.
    mutating func sign(_ sign: Sign, rows: Int, _ options: FaceOptions) -> CharacterPicture? {
        let key = Key(sign: sign, rows: rows, options: options)
        if let known = pictures[key] { return known }
        // Without memory for a picture its words are still shown.
        let drawn = try? CharacterPicture(sign, rows: rows, form: options.form, showsPlate: options.showsPlate)
        guard let drawn else { return nil }
        if order.count == Self.most { pictures[order.removeFirst()] = nil }
        pictures[key] = drawn
        order.append(key)
        return drawn
    }
}
