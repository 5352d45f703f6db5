import NavigationEvents
import Pictures
import Platform
import Regions

/// A place that a person can choose on the page: found, kept, or a point of the map. Its texts can be shown.
struct KeptPlace: Hashable, Sendable {
    /// The maximum length of a text, in Unicode scalars: a name of the map may have any.
    private static let maxScalars = 120

    let title: String
    /// District and city; empty if unknown.
    let surroundings: String
    /// The destination of a route to it.
    let position: Coordinate

    /// Makes a place; `nil` for a position that is not on Earth.
    init?(title: String, surroundings: String = "", position: Coordinate) {
        guard position.isValid else { return nil }
        self.title = Self.shown(title)
        self.surroundings = Self.shown(surroundings)
        self.position = position
    }

    /// Makes the place of a search.
    init?(_ place: Place) {
        self.init(title: place.title, surroundings: place.surroundings, position: place.access)
    }

    /// Reads a place; `nil` without a title and a possible position.
    init?(_ node: JSONNode) {
        guard let title = node.member("title")?.text, !title.isEmpty,
            let latitude = node.member("latitudeDegrees")?.number,
            let longitude = node.member("longitudeDegrees")?.number
        else { return nil }
        self.init(
            title: title, surroundings: node.member("surroundings")?.text ?? "",
            position: Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude))
    }

    /// The identity of the place in a list: the same name at the same position, within a metre, is the same place.
    var id: String {
        FNVHash.of("\(rounded(position.latitudeDegrees)),\(rounded(position.longitudeDegrees)),\(title)".utf8)
            .hexadecimal
    }

    /// The place as JSON.
    var members: [JSONText.Member] {
        [
            .init("id", .string(id)), .init("title", .string(title)), .init("surroundings", .string(surroundings)),
            .init("latitudeDegrees", .number(PageRouteLine.rounded(position.latitudeDegrees))),
            .init("longitudeDegrees", .number(PageRouteLine.rounded(position.longitudeDegrees))),
        ]
    }

    private func rounded(_ degrees: Double) -> Int { Int((degrees * 100_000).rounded()) }

    private static func shown(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard scalars.count > maxScalars else { return text.displayable }
        return String(String.UnicodeScalarView(scalars.prefix(maxScalars))).displayable + "…"
    }
}
