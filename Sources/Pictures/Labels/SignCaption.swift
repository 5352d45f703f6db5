/// The text of a sign: the distance, the street, and the exit number as a shield.
public struct SignCaption: Hashable, Sendable {
    /// The position of a caption.
    public enum Place: String, Sendable, Hashable, CaseIterable {
        /// Below the sign, which keeps its size: each text makes the picture higher by a row.
        case below
        /// Beside the sign, in a banner that is 3.5 times as wide as high.
        case beside
    }

    /// The distance, such as `300 m`; empty for none.
    public var distance: String
    /// The street, such as `Berliner Straße`, cut if it is too long; empty for none.
    public var street: String
    /// The exit number, such as `9A`; empty for none.
    public var exitNumber: String
    /// The position of the caption.
    public var place: Place

    /// Creates a caption; empty texts take no space.
    public init(distance: String = "", street: String = "", exitNumber: String = "", place: Place = .beside) {
        self.distance = distance
        self.street = street
        self.exitNumber = exitNumber
        self.place = place
    }

    /// Whether this machine has a font. Without one, pictures have no text; a control with captions should warn once.
    /// The first call searches the fonts, which takes about 20 ms.
    public static var hasFont: Bool { Typesetter.shared.hasFonts }
}
