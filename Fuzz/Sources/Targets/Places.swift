@testable import Regions

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
    }
}
