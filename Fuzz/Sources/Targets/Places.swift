import NavigationEvents
@testable import Regions
@testable import Router

extension FuzzTarget {
    /// The texts with which people search places, and the names of regions.
    static let placeQuery = FuzzTarget(name: "place-query", maxBytes: 512) { bytes throws(FuzzFinding) in
        let text = String(decoding: bytes, as: UTF8.self)
        for reading in PlaceQuery(text).readings {
            try FuzzFinding.unless(!reading.words.isEmpty, "a reading without words")
            // The words are quoted in a query of the database.
            try FuzzFinding.unless(
                reading.words.allSatisfy { !$0.isEmpty && !$0.contains("\"") && !$0.contains(" ") }, "no plain word")
        }
        try FuzzFinding.unless(FoldedText.words(text).count <= 64, "more words than a name may have")
        if let number = HouseNumber(text) {
            try FuzzFinding.unless(HouseNumber(number.key) == number, "a number that reads differently: \(number)")
        }
        if let name = try? RegionName(text) {
            try FuzzFinding.unless(name.description == text && !text.contains("/"), "a name that is no folder: \(text)")
        }
        if case .region(let name)? = try? RouteSource(text) {
            try FuzzFinding.unless(text == "region:\(name)", "another region than \(text)")
        }
    }

    /// The answers of online geocoders.
    static let geocoderAnswer = FuzzTarget(
        name: "geocoder-answer", maxBytes: 4096, reaches: ["OnlinePlace"]
    ) { bytes throws(FuzzFinding) in
        guard let answer = try? GeocoderAnswer(bytes) else { return }
        let near = Coordinate(latitudeDegrees: 50, longitudeDegrees: 8)
        for place in answer.places(for: "Mill Lane 4", near: near) {
            try FuzzFinding.unless(place.position.isValid && place.access.isValid, "a place that is not on Earth")
            let texts = [
                place.name, place.houseNumber, place.street, place.city, place.postcode, place.category, place.osm,
            ]
            for text in texts.compactMap(\.self) {
                try FuzzFinding.unless(text.unicodeScalars.count <= 500, "a long text")
                try FuzzFinding.unless(!text.unicodeScalars.contains { $0.value < 0x20 }, "a control character")
            }
            try FuzzFinding.unless(place.score.isFinite, "no score")
        }
    }
}
