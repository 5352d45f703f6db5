package import NavigationEvents

/// A place that a search has found.
package struct Place: Sendable, Hashable {
    /// The kind of a place.
    package enum Kind: String, Sendable, Hashable {
        case address, street, stop, station, settlement, poi
    }

    package var kind: Kind
    /// The tag of OpenStreetMap that decides about the kind, such as "amenity=fuel".
    package var category: String
    package var name: String
    package var houseNumber: String?
    package var street: String?
    package var postcode: String?
    package var city: String?
    package var district: String?
    /// The position of the place.
    package var position: Coordinate
    /// The entrance, or the nearest point of its street: the destination of a route.
    package var access: Coordinate
    /// From 0 to 1.
    package var importance: Double
    /// The object of OpenStreetMap, such as "n240109189"; empty if it is unknown.
    package var osm: String
    /// The region of the place; `nil` for one of an online geocoder.
    package var region: RegionName?
    /// The distance from the position near which the search was.
    package var distanceMeters: Double?
    /// How well it fits the text; higher is better.
    package var score = 0.0
    /// Whether every word of the text is a word of the place, without a typing error.
    package var isExact = false
    /// Whether the position lies between those of two known house numbers.
    package var isInterpolated = false

    /// The name with the house number: "Plöck 12".
    package var title: String {
        guard kind == .address, let houseNumber else { return name.isEmpty ? categoryWord : name }
        return "\(name) \(houseNumber)"
    }

    /// The value of the category, in words: "fuel", "bus stop".
    package var categoryWord: String {
        let value = category.split(separator: "=").last.map(String.init) ?? category
        return value.replacing("_", with: " ")
    }

    /// District and city, without repetitions of the name.
    package var surroundings: String {
        var parts: [String] = []
        for part in [district, city].compactMap(\.self) where part != name && !parts.contains(part) {
            parts.append(part)
        }
        return parts.joined(separator: ", ")
    }
}
