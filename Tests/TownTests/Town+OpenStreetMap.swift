import Foundation
import NavigationEvents

extension Town {
    /// The drawing as an OpenStreetMap document.
    func openStreetMap() -> String {
        let names = places.keys.sorted()
        let numbers = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0 + 1) })
        var lines = names.compactMap { name in places[name].map { node(numbers[name, default: 0], at: $0, name) } }
        for (index, road) in roads.enumerated() {
            let references = road.places.map { "<nd ref=\"\(numbers[$0, default: 0])\"/>" }.joined()
            lines.append(#"<way id="\#(index + 1)" version="1">\#(references)\#(xml(road.tags))</way>"#)
        }
        return document(lines)
    }

    /// A country around the town as an OpenStreetMap document, which determines the driving side.
    func border() -> String {
        let reach = 0.5
        let corners = [(-reach, -reach), (-reach, reach), (reach, reach), (reach, -reach)]
        var lines = corners.enumerated().map { index, shift in
            let latitude = corner.latitudeDegrees + shift.0
            return
                #"<node id="\#(index + 1)" version="1" lat="\#(latitude)" lon="\#(corner.longitudeDegrees + shift.1)"/>"#
        }
        let ring = [1, 2, 3, 4, 1].map { "<nd ref=\"\($0)\"/>" }.joined()
        let level = [Tag(key: "boundary", value: "administrative"), Tag(key: "admin_level", value: "2")]
        lines.append(#"<way id="1" version="1">\#(ring)\#(xml(level))</way>"#)
        let country = [
            Tag(key: "type", value: "boundary"), Tag(key: "name", value: countryName),
            Tag(key: "ISO3166-1", value: countryCode), Tag(key: "ISO3166-1:alpha2", value: countryCode),
        ]
        let member = #"<member type="way" ref="1" role="outer"/>"#
        lines.append(#"<relation id="1" version="1">\#(member)\#(xml(level + country))</relation>"#)
        return document(lines)
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

    private func document(_ lines: [String]) -> String {
        (["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<osm version=\"0.6\">"] + lines + ["</osm>", ""])
            .joined(separator: "\n")
    }
}
