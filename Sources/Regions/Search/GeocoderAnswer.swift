package import NavigationEvents
import Geodesy
import Platform

/// The answer of an online geocoder: Photon, Nominatim or Pelias. The format is recognized by its content.
package struct GeocoderAnswer {
    private static let maxPlaces = 100

    /// The places in the order of the geocoder, without scores.
    private let places: [OnlinePlace]

    /// Reads an answer.
    ///
    /// - Throws: ``RegionError/geocoder(reason:)`` if it is none, or if the geocoder refused the request.
    package init(_ document: [UInt8]) throws(RegionError) {
        let root: JSONNode
        do throws(JSONError) {
            root = try JSONDocument(document).root
        } catch {
            throw .geocoder(reason: "it is not JSON: \(error)")
        }
        if let results = root.elements {
            places = results.prefix(Self.maxPlaces).compactMap(OnlinePlace.init(nominatim:))
        } else if let features = root.member("features")?.elements {
            places = features.prefix(Self.maxPlaces).compactMap { feature in
                feature.member("properties")?.member("layer") == nil
                    ? OnlinePlace(photon: feature) : OnlinePlace(pelias: feature)
            }
        } else {
            let reason =
                root.member("error")?.text ?? root.member("message")?.text
                ?? root.member("geocoding")?.member("errors")?.elements?.first?.text
            throw .geocoder(
                reason: reason.map { "it says: \($0.printable(upTo: 200))" } ?? "it is not that of a geocoder")
        }
    }

    /// The places with the scores of a search in a region, so that an ambiguous name is found in the same way.
    ///
    /// - Parameters:
    ///   - text: The text that was searched.
    ///   - near: The position from which distances count.
    ///   - limit: The maximum number of places.
    package func places(for text: String, near: Coordinate? = nil, limit: Int = 10) -> [Place] {
        let readings = PlaceQuery(text).readings.filter { $0.number == nil }
        return Place.best(places.map { $0.ranked(readings, near) }, limit: limit)
    }
}

extension OnlinePlace {
    /// The distance at which a place loses half of the advantage of being near.
    private static let nearMeters = 5000.0

    /// The place with a score.
    fileprivate func ranked(_ readings: [PlaceQuery.Reading], _ near: Coordinate?) -> Place {
        var place = place
        let name = FoldedText.words(place.name)
        let around = [place.city, place.district, place.street, place.postcode, place.houseNumber].compactMap(\.self)
        let context = Set((around + surroundings + [place.categoryWord]).flatMap(FoldedText.words))
        let match = readings.map { NameMatch($0.words, name: name, context: context) }.max()
        place.isExact = match.map { $0.isExact && $0.completeness > 0 } ?? false
        place.score = (match?.value ?? 0) + 0.35 * place.importance
        if let near {
            let meters = near.distanceMeters(to: place.position)
            place.distanceMeters = meters
            place.score += 0.25 / (1 + meters / Self.nearMeters)
        }
        return place
    }
}
