import NavigationEvents
import Pictures

/// Pictures of characters that were drawn already: a sign is on the screen for a minute, and drawn once.
struct PictureShelf {
    private enum Motif: Hashable {
        case sign(Sign)
        case lanes([Lane])
    }

    private struct Key: Hashable {
        var motif: Motif
        var rows: Int
        var options: FaceOptions
    }

    /// More than are on one screen.
    private static let most = 8

    private var pictures: [Key: CharacterPicture] = [:]
    private var order: [Key] = []

    /// A sign; `nil` if it cannot be drawn.
    mutating func sign(_ sign: Sign, rows: Int, _ options: FaceOptions) -> CharacterPicture? {
        picture(Key(motif: .sign(sign), rows: rows, options: options)) { () throws(PictureError) in
            try CharacterPicture(sign, rows: rows, form: options.form, showsPlate: options.showsPlate)
        }
    }

    /// Lanes; `nil` if there are none, or they cannot be drawn.
    mutating func lanes(_ lanes: [Lane], rows: Int, _ options: FaceOptions) -> CharacterPicture? {
        guard let board = Picture(lanes: lanes) else { return nil }
        return picture(Key(motif: .lanes(lanes), rows: rows, options: options)) { () throws(PictureError) in
            try CharacterPicture(board, rows: rows, form: options.form)
        }
    }

    private mutating func picture(
        _ key: Key, draw: () throws(PictureError) -> CharacterPicture
    ) -> CharacterPicture? {
        if let known = pictures[key] { return known }
        // Without memory for a picture its words are still shown.
        guard let drawn = try? draw() else { return nil }
        if order.count == Self.most { pictures[order.removeFirst()] = nil }
        pictures[key] = drawn
        order.append(key)
        return drawn
    }
}
