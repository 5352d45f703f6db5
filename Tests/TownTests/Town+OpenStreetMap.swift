import Foundation
import NavigationEvents

extension Town {
    /// The drawing as an OpenStreetMap document.
    func openStreetMap() -> String { Self.openStreetMap(of: [self]) }

    /// A country around the town as an OpenStreetMap document, which determines the driving side.
    func border() -> String { Self.borders(of: [self]) }

    /// Several drawings as one OpenStreetMap document.
    static func openStreetMap(of towns: [Town]) -> String {
        let firstNumbers = (1...).lazy.map { $0 * maxNumber }
        let elements = zip(towns, firstNumbers).map { $0.elements(from: $1) }
        return document(elements.flatMap(\.nodes) + elements.flatMap(\.ways))
    }

    /// The countries around several towns as one OpenStreetMap document.
    static func borders(of towns: [Town]) -> String {
        let firstNumbers = (1...).lazy.map { $0 * maxNumber }
        let elements = zip(towns, firstNumbers).map { $0.borderElements(from: $1) }
        return document(
            elements.flatMap(\.nodes) + elements.map(\.way) + elements.map(\.relation))
    }

    /// The maximum number of nodes or ways of a town.
    private static let maxNumber = 1000

    private func elements(from first: Int) -> (nodes: [String], ways: [String]) {
        let names = places.keys.sorted()
        let numbers = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0 + first) })
        let nodes = names.compactMap { name in places[name].map { node(numbers[name, default: 0], at: $0, name) } }
        let ways = roads.enumerated().map { index, road in
            let references = road.places.map { "<nd ref=\"\(numbers[$0, default: 0])\"/>" }.joined()
            return #"<way id="\#(index + first)" version="1">\#(references)\#(xml(road.tags))</way>"#
        }
        return (nodes, ways)
    }

    private func borderElements(from first: Int) -> (nodes: [String], way: String, relation: String) {
        let reach = 0.5
        let corners = [(-reach, -reach), (-reach, reach), (reach, reach), (reach, -reach)]
        let nodes = corners.enumerated().map { index, shift in
            let latitude = corner.latitudeDegrees + shift.0
            let longitude = corner.longitudeDegrees + shift.1
            return #"<node id="\#(index + first)" version="1" lat="\#(latitude)" lon="\#(longitude)"/>"#
        }
        let ring = [0, 1, 2, 3, 0].map { "<nd ref=\"\($0 + first)\"/>" }.joined()
        let level = [Tag(key: "boundary", value: "administrative"), Tag(key: "admin_level", value: "2")]
        let country = [
            Tag(key: "type", value: "boundary"), Tag(key: "name", value: countryName),
            Tag(key: "ISO3166-1", value: countryCode), Tag(key: "ISO3166-1:alpha2", value: countryCode),
        ]
        let member = #"<member type="way" ref="\#(first)" role="outer"/>"#
        return (
            nodes, #"<way id="\#(first)" version="1">\#(ring)\#(xml(level))</way>"#,
            #"<relation id="\#(first)" version="1">\#(member)\#(xml(level + country))</relation>"#
        )
    }

    /// The cosine of an angle.
    static func cosine(ofDegrees degrees: Double) -> Double { cos(degrees * .pi / 180) }

    private func node(_ number: Int, at place: Coordinate, _ name: Character) -> String {
        let position = "lat=\"\(place.latitudeDegrees)\" lon=\"\(place.longitudeDegrees)\""
        return #"<node id="\#(number)" version="1" \#(position)>\#(xml(placeTags[name] ?? []))</node>"#
    }

    private func xml(_ tags: [Tag]) -> String {
        tags.map { #"<tag k="\#($0.key)" v="\#($0.value)"/>"# }.joined()
    }

    private static func document(_ lines: [String]) -> String {
        (["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<osm version=\"0.6\">"] + lines + ["</osm>", ""])
            .joined(separator: "\n")
    }
}
