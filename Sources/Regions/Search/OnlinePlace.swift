import NavigationEvents
import Platform

/// A place in the answer of an online geocoder.
struct OnlinePlace {
    var place: Place
    /// Names of further areas around it, such as its state and country.
    var surroundings: [String]

    private static let maxCharacters = 200

    /// Reads a place of Nominatim, in its format jsonv2; `nil` without a valid position.
    init?(nominatim node: JSONNode) {
        let address = node.member("address")
        guard let position = Self.position(node.member("lat")?.text, node.member("lon")?.text) else { return nil }
        let first = { (names: [JSONNode?]) in Self.firstText(names) }
        place = Self.place(
            key: node.member("category")?.text ?? node.member("class")?.text, value: node.member("type")?.text,
            name: Self.text(node.member("name")) ?? first([node.member("display_name")])?.beforeComma,
            houseNumber: Self.text(address?.member("house_number")),
            street: first([address?.member("road"), address?.member("pedestrian"), address?.member("footway")]),
            position: position)
        place.postcode = Self.text(address?.member("postcode"))
        place.city = first([
            address?.member("city"), address?.member("town"), address?.member("village"),
            address?.member("municipality"), address?.member("hamlet"),
        ])
        place.district = first([
            address?.member("suburb"), address?.member("city_district"), address?.member("neighbourhood"),
        ])
        place.importance = min(max(node.member("importance")?.number ?? 0, 0), 1)
        place.osm = Self.object(node.member("osm_type")?.text, node.member("osm_id"))
        surroundings = [address?.member("county"), address?.member("state"), address?.member("country")]
            .compactMap(Self.text)
    }

    /// Reads a feature of Photon.
    init?(photon feature: JSONNode) {
        guard let node = feature.member("properties"), let position = Self.position(of: feature) else { return nil }
        place = Self.place(
            key: node.member("osm_key")?.text, value: node.member("osm_value")?.text,
            name: Self.text(node.member("name")), houseNumber: Self.text(node.member("housenumber")),
            street: Self.text(node.member("street")), position: position)
        place.postcode = Self.text(node.member("postcode"))
        place.city = Self.text(node.member("city"))
        place.district = Self.firstText([node.member("district"), node.member("locality")])
        place.osm = Self.object(node.member("osm_type")?.text, node.member("osm_id"))
        surroundings = [node.member("county"), node.member("state"), node.member("country")].compactMap(Self.text)
    }

    /// Reads a feature of Pelias.
    init?(pelias feature: JSONNode) {
        guard let node = feature.member("properties"), let position = Self.position(of: feature) else { return nil }
        let layer = Self.text(node.member("layer")) ?? ""
        place = Self.place(
            key: "layer", value: layer, name: Self.text(node.member("name")),
            houseNumber: Self.text(node.member("housenumber")), street: Self.text(node.member("street")),
            position: position)
        place.kind =
            switch layer {
            case "address": .address
            case "street": .street
            case "venue": .poi
            default: .settlement
            }
        if place.kind == .address { place.name = place.street ?? place.name }
        place.postcode = Self.text(node.member("postalcode"))
        place.city = Self.firstText([node.member("locality"), node.member("localadmin")])
        place.district = Self.firstText([node.member("neighbourhood"), node.member("borough")])
        place.importance = min(max(node.member("confidence")?.number ?? 0, 0), 1) / 2
        // An object of OpenStreetMap has the number "node/123".
        let parts = (node.member("source_id")?.text ?? "").split(separator: "/")
        place.osm =
            parts.count == 2 && node.member("source")?.text == "openstreetmap"
            ? Self.object(String(parts[0]), digits: String(parts[1])) : Self.text(node.member("gid")) ?? ""
        surroundings = [node.member("county"), node.member("region"), node.member("country")].compactMap(Self.text)
    }

    // MARK: - Parts

    private static func place(
        key: String?, value: String?, name: String?, houseNumber: String?, street: String?, position: Coordinate
    ) -> Place {
        let (key, value) = (clean(key ?? "place"), clean(value ?? "yes"))
        var kind = kind(key, value)
        var name = name ?? ""
        // A house whose name is its number is an address, and so is one without a name.
        if houseNumber != nil, let street, kind == .poi || kind == .address, name.isEmpty || name == houseNumber {
            (kind, name) = (.address, street)
        }
        return Place(
            kind: kind, category: "\(key)=\(value)", name: name, houseNumber: houseNumber, street: street,
            position: position, access: position, importance: 0, osm: "")
    }

    private static func kind(_ key: String, _ value: String) -> Place.Kind {
        switch (key, value) {
        case ("highway", "bus_stop"), ("railway", "tram_stop"), ("public_transport", "stop_position"): .stop
        case ("highway", _): .street
        case ("railway", "station"), ("railway", "halt"), ("public_transport", "station"): .station
        case ("place", "house"), ("building", _): .address
        case ("place", _), ("boundary", _): .settlement
        default: .poi
        }
    }

    /// The position of a GeoJSON feature with a point.
    private static func position(of feature: JSONNode) -> Coordinate? {
        guard let numbers = feature.member("geometry")?.member("coordinates")?.elements?.prefix(2).compactMap(\.number),
            numbers.count == 2
        else { return nil }
        let position = Coordinate(latitudeDegrees: numbers[1], longitudeDegrees: numbers[0])
        return position.isValid ? position : nil
    }

    private static func position(_ latitude: String?, _ longitude: String?) -> Coordinate? {
        guard let latitude = latitude.flatMap(Double.init), let longitude = longitude.flatMap(Double.init) else {
            return nil
        }
        let position = Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude)
        return position.isValid ? position : nil
    }

    /// An object of OpenStreetMap such as "n240109189"; empty if the answer has none.
    private static func object(_ type: String?, _ number: JSONNode?) -> String {
        let digits = number?.text ?? number?.number.flatMap(Int.init(exactly:)).map(String.init) ?? ""
        return object(type, digits: digits)
    }

    private static func object(_ type: String?, digits: String) -> String {
        guard let letter = type?.lowercased().first, "nwr".contains(letter), Int(digits) != nil else { return "" }
        return "\(letter)\(digits)"
    }

    private static func firstText(_ nodes: [JSONNode?]) -> String? { nodes.lazy.compactMap(text).first }

    private static func text(_ node: JSONNode?) -> String? {
        guard let text = node?.text.map(clean), !text.isEmpty else { return nil }
        return text
    }

    /// The beginning of a text of the network, without characters that control a terminal or the direction of text.
    private static func clean(_ text: String) -> String {
        var clean = ""
        for scalar in text.unicodeScalars.prefix(maxCharacters)
        where !scalar.controlsTerminal && !scalar.properties.isBidiControl {
            clean.unicodeScalars.append(scalar)
        }
        return clean
    }
}

extension String {
    fileprivate var beforeComma: String { String(prefix { $0 != "," }) }
}
