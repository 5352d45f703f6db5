package import NavigationEvents
import Platform

/// The content of `region.json`: the origin and the parts of a region.
package struct RegionManifest: Sendable, Hashable {
    /// The format of the folder of a region that this version reads and writes.
    package static let format = 1
    package static let fileName = "region.json"
    private static let maxBytes = 1 << 16

    /// The south-west and the north-east corner.
    package struct Bounds: Sendable, Hashable {
        package var southWest: Coordinate
        package var northEast: Coordinate

        /// Whether a position is inside.
        package func contains(_ position: Coordinate) -> Bool {
            (southWest.latitudeDegrees...northEast.latitudeDegrees).contains(position.latitudeDegrees)
                && (southWest.longitudeDegrees...northEast.longitudeDegrees).contains(position.longitudeDegrees)
        }
    }

    /// The extract from which a region was built.
    package struct Extract: Sendable, Hashable {
        package var path: String
        package var byteCount: Int
        package var sha256: String
    }

    package var bounds: Bounds
    /// The country by ISO 3166; `nil` if it is unknown.
    package var country: String?
    /// The age of the data; `nil` if the extract does not tell.
    package var dataTime: Timestamp?
    package var builtAt: Timestamp
    package var extract: Extract
    /// The parts, with the seconds that each took.
    package var parts: [RegionPart: Double]
    /// The number of places, addresses and landmarks.
    package var counts: [String: Int]

    /// The manifest in a folder.
    package init(folder: String) throws(RegionError) {
        let path = "\(folder)/\(Self.fileName)"
        let root: JSONNode
        do {
            root = try JSONDocument(WholeFile.read(path, maxBytes: Self.maxBytes)).root
        } catch let error as FileError {
            throw .file(path: path, reason: "\(error.reason)")
        } catch {
            throw .file(path: path, reason: "\(error)")
        }
        guard root.member("format")?.number == Double(Self.format) else {
            throw .file(
                path: path,
                reason: "its format is not \(Self.format): build the region again with this version of navbus")
        }
        guard let manifest = RegionManifest(root) else {
            throw .file(path: path, reason: "a member is missing or invalid")
        }
        self = manifest
    }

    private init?(_ root: JSONNode) {
        guard let bounds = Bounds(root.member("bounds")), let extract = Extract(root.member("extract")),
            let built = root.member("builtAt")?.number.flatMap(Timestamp.init(secondsSinceEpoch:)),
            let parts = root.member("parts"), let counts = root.member("counts")
        else { return nil }
        (self.bounds, self.extract, builtAt) = (bounds, extract, built)
        country = root.member("country")?.text
        dataTime = root.member("dataTime")?.number.flatMap(Timestamp.init(secondsSinceEpoch:))
        self.parts = [
            .places: parts.member("places")?.number, .index: parts.member("index")?.number,
            .map: parts.member("map")?.number, .routes: parts.member("routes")?.number,
        ].compactMapValues(\.self)
        self.counts = [
            "places": counts.member("places")?.number, "addresses": counts.member("addresses")?.number,
            "landmarks": counts.member("landmarks")?.number,
        ].compactMapValues { $0.flatMap(Int.init(exactly:)) }
    }

    /// A manifest for facts that the reader of the extract has written.
    init(facts: RegionFacts, extract: Extract, parts: [RegionPart: Double], builtAt: Timestamp) {
        (bounds, country, dataTime, counts) = (facts.bounds, facts.country, facts.dataTime, facts.counts)
        (self.extract, self.parts, self.builtAt) = (extract, parts, builtAt)
    }

    /// The manifest as JSON.
    var json: JSONText {
        let corners = [
            bounds.southWest.longitudeDegrees, bounds.southWest.latitudeDegrees, bounds.northEast.longitudeDegrees,
            bounds.northEast.latitudeDegrees,
        ]
        return [
            "format": .integer(Self.format),
            "bounds": .array(corners.map(JSONText.number)),
            "country": JSONText(country),
            "dataTime": JSONText(dataTime.map(Self.seconds)),
            "builtAt": .integer(Self.seconds(builtAt)),
            "extract": [
                "path": .string(extract.path), "bytes": .integer(extract.byteCount), "sha256": .string(extract.sha256),
            ],
            "parts": .object(
                RegionPart.allCases.compactMap { part in
                    parts[part].map { JSONText.Member(part.rawValue, .number(($0 * 100).rounded() / 100)) }
                }),
            "counts": .object(
                counts.sorted { $0.key < $1.key }.map { JSONText.Member($0.key, .integer($0.value)) }),
            "attribution": "© OpenStreetMap contributors, ODbL 1.0",
        ]
    }

    private static func seconds(_ time: Timestamp) -> Int { Int(time.nanosecondsSinceEpoch / 1_000_000_000) }
}

extension RegionManifest.Bounds {
    /// Reads west, south, east and north.
    init?(_ node: JSONNode?) {
        guard let numbers = node?.elements?.compactMap(\.number), numbers.count == 4 else { return nil }
        southWest = Coordinate(latitudeDegrees: numbers[1], longitudeDegrees: numbers[0])
        northEast = Coordinate(latitudeDegrees: numbers[3], longitudeDegrees: numbers[2])
        guard southWest.isValid, northEast.isValid, numbers[0] <= numbers[2], numbers[1] <= numbers[3] else {
            return nil
        }
    }
}

extension RegionManifest.Extract {
    init?(_ node: JSONNode?) {
        guard let node, let path = node.member("path")?.text, let sum = node.member("sha256")?.text,
            let count = node.member("bytes")?.number.flatMap(Int.init(exactly:))
        else { return nil }
        (self.path, byteCount, sha256) = (path, count, sum)
    }
}
