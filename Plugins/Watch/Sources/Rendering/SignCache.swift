import Pictures

/// A cache of signs of characters, so that a sign is drawn once while it is on the screen.
struct SignCache {
    private struct Key: Hashable, Sendable {
        var sign: Sign
        var rows: Int
        var options: RenderOptions
    }

    private var pictures = PictureCache<Key, CharacterPicture>(maxCount: 16)

    /// The picture of a sign; `nil` if it cannot be drawn.
    mutating func sign(_ sign: Sign, rows: Int, _ options: RenderOptions) -> CharacterPicture? {
        // If drawing fails, the words of the sign are still shown.
        try? pictures.drawn(Key(sign: sign, rows: rows, options: options)) { key throws(PictureError) in
            try CharacterPicture(key.sign, rows: key.rows, form: options.form, showsPlate: options.showsPlate)
        }
    }
}
