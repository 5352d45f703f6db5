import Pictures

/// Signs of characters that were drawn already: a sign is on the screen for a minute, and drawn once.
struct PictureShelf {
    private struct Key: Hashable, Sendable {
        var sign: Sign
        var rows: Int
        var options: FaceOptions
    }

    private var pictures = PictureCache<Key, CharacterPicture>(mostKept: 16)

    /// A sign; `nil` if it cannot be drawn.
    mutating func sign(_ sign: Sign, rows: Int, _ options: FaceOptions) -> CharacterPicture? {
        // Without memory for a picture its words are still shown.
        try? pictures.drawn(Key(sign: sign, rows: rows, options: options)) { key throws(PictureError) in
            try CharacterPicture(key.sign, rows: key.rows, form: options.form, showsPlate: options.showsPlate)
        }
    }
}
