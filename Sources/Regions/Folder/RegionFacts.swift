import NavigationEvents
import Platform

/// The facts about an extract, from the script that reads it.
struct RegionFacts {
    var bounds: RegionManifest.Bounds
    var country: String?
    var dataTime: Timestamp?
    var counts: [String: Int]

    private static let maxBytes = 1 << 16

    /// Reads `facts.json`; `nil` if it is not valid.
    init?(folder: String) {
        guard let bytes = try? WholeFile.read("\(folder)/facts.json", maxBytes: Self.maxBytes),
            let root = try? JSONDocument(bytes).root, let bounds = RegionManifest.Bounds(root.member("bounds"))
        else { return nil }
        self.bounds = bounds
        country = root.member("country")?.text
        dataTime = root.member("dataTime")?.number.flatMap(Timestamp.init(secondsSinceEpoch:))
        counts = [
            "places": root.member("places")?.number, "addresses": root.member("addresses")?.number,
            "landmarks": root.member("landmarks")?.number,
        ].compactMapValues { $0.flatMap(Int.init(exactly:)) }
    }

    /// West, south, east and north, as arguments of a script.
    var words: [String] {
        [
            bounds.southWest.longitudeDegrees, bounds.southWest.latitudeDegrees, bounds.northEast.longitudeDegrees,
            bounds.northEast.latitudeDegrees,
        ].map { "\($0)" }
    }
}
