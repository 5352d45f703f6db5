/// Text that stands with a sign: how far it is, what street follows, and the number of the exit as a shield.
public struct SignCaption: Hashable, Sendable {
    /// Where it stands.
    public enum Place: String, Sendable, Hashable, CaseIterable {
        /// Below the sign, which stays as large as it is: the picture is higher, by as many rows as there are texts.
        case below
        /// Beside the sign, in a banner three and a half times as wide as high.
        case beside
    }

    /// Such as `300 m`; empty for none.
    public var distance: String
    /// Such as `Berliner Straße`; what does not fit is cut; empty for none.
    public var street: String
    /// Such as `9A`; empty for none.
    public var exitNumber: String
    /// Where it stands.
    public var place: Place

    /// Makes a caption; every text may be empty, and leaves no hole then.
    public init(distance: String = "", street: String = "", exitNumber: String = "", place: Place = .beside) {
        self.distance = distance
        self.street = street
        self.exitNumber = exitNumber
        self.place = place
    }

    /// Whether this machine has a font. Without one pictures have no text, never another outline; whoever shows captions
    /// may want to warn of it, once. The first call looks the fonts up, which takes some 20 ms.
    public static var hasFont: Bool { Typesetter.shared.hasFonts }
}
