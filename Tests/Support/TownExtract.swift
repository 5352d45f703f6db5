/// A small OpenStreetMap extract in XML, with a town and a village.
public struct TownExtract {
    /// A name as anyone may write it into the map.
    public static let hostileNames = [
        "<script>alert(1)</script>", "Gasse\u{202E}gnirts", String(repeating: "lang", count: 2500),
        "Zeile\u{85}\u{9}zwei",
    ]

    private var nodes: [String] = []
    private var ways: [String] = []
    private var nextNode = 1
    private var nextWay = 1

    /// The town.
    public init() {
        streets()
        places()
        landmarks()
        for (index, name) in Self.hostileNames.enumerated() {
            point(50.01, 8.01 + Double(index) * 0.0001, ["amenity": "cafe", "name": name])
        }
    }

    /// The extract.
    public var xml: String {
        """
        <?xml version='1.0' encoding='UTF-8'?>
        <osm version="0.6" generator="test">
        \((nodes + ways).joined(separator: "\n"))
        </osm>
        """
    }

    private mutating func streets() {
        way([(50.0, 8.0), (50.0, 8.002), (50.0, 8.004)], ["highway": "secondary", "name": "Hauptstraße"])
        way([(50.001, 8.0), (50.001, 8.004)], ["highway": "residential", "name": "Plöck", "alt_name": "Plöckstraße"])
        // The same names in a village.
        way([(50.3, 8.3), (50.3, 8.302)], ["highway": "residential", "name": "Hauptstraße"])
        way([(50.002, 8.0), (50.002, 8.004)], ["highway": "primary", "name": "Straße des 17. Juni"])
        way([(50.003, 8.0), (50.003, 8.004)], ["highway": "residential", "name": "Świętokrzyska"])
        for (number, longitude) in [("1", 8.0005), ("5", 8.0015), ("12a", 8.002), ("31-41", 8.003)] {
            point(50.0012, longitude, house("Plöck", number, "Altstadt"))
        }
        point(50.0002, 8.001, house("Hauptstraße", "7", "Altstadt"))
        point(50.3002, 8.301, house("Hauptstraße", "7", "Neudorf"))
        point(50.0022, 8.001, house("Straße des 17. Juni", "135", "Altstadt"))
    }

    private mutating func places() {
        point(50.0, 8.0, ["place": "town", "name": "Altstadt", "population": "20000"])
        point(50.3, 8.3, ["place": "village", "name": "Neudorf"])
        point(50.004, 8.0, ["railway": "station", "name": "Altstadt Hauptbahnhof", "wikidata": "Q1"])
        point(50.0041, 8.0003, ["railway": "tram_stop", "name": "Hauptbahnhof"])
        point(50.0042, 8.0003, ["highway": "bus_stop", "name": "Hauptbahnhof"])
        point(50.006, 8.0, ["railway": "station", "name": "東京駅", "name:en": "Tokyo Station", "name:ar": "محطة طوكيو"])
        // A building with an entrance: the entrance is where a route ends.
        let corners = [(50.005, 8.001), (50.005, 8.0014), (50.0054, 8.0014), (50.0054, 8.001), (50.005, 8.001)]
        var tags = house("Hauptstraße", "9", "Altstadt")
        tags.merge(["building": "yes", "amenity": "library", "name": "Stadtbibliothek"]) { $1 }
        way(corners, tags, at: [0: ["entrance": "main"]])
    }

    private mutating func landmarks() {
        way(
            [(50.0, 8.004), (50.0, 8.005), (50.0, 8.006), (50.0, 8.007), (50.0, 8.008), (50.0, 8.009)],
            ["highway": "primary", "name": "Ostring", "oneway": "yes"],
            at: [
                1: ["highway": "traffic_signals", "traffic_signals:direction": "forward"],
                2: ["highway": "crossing", "crossing": "traffic_signals"], 3: ["highway": "stop"],
                4: ["highway": "speed_camera"],
            ])
        way(
            [(50.01, 8.0), (50.0102, 8.0)], ["highway": "steps", "step_count": "24", "incline": "up"],
            at: [0: ["barrier": "gate"]])
        way(
            [(50.011, 8.0), (50.0114, 8.0)], ["highway": "residential", "bridge": "yes", "bridge:name": "Alte Brücke"])
        point(50.012, 8.0, ["highway": "elevator"])
        point(50.012, 8.001, ["railway": "level_crossing"])
        point(50.012, 8.002, ["amenity": "fuel", "brand": "Aral"])
        let outline = [(50.013, 8.0), (50.013, 8.0004), (50.0134, 8.0004), (50.013, 8.0)]
        way(outline, ["building": "church", "amenity": "place_of_worship", "name": "Peterskirche"])
    }

    private func house(_ street: String, _ number: String, _ city: String) -> [String: String] {
        [
            "addr:street": street, "addr:housenumber": number, "addr:city": city, "addr:postcode": "69117",
            "addr:country": "DE",
        ]
    }

    private mutating func point(_ latitude: Double, _ longitude: Double, _ tags: [String: String]) {
        nodes.append(
            """
            <node id="\(nextNode)" version="1" timestamp="2026-01-02T03:04:05Z" lat="\(latitude)" lon="\(longitude)">\
            \(Self.xml(tags))</node>
            """)
        nextNode += 1
    }

    private mutating func way(
        _ line: [(Double, Double)], _ tags: [String: String], at points: [Int: [String: String]] = [:]
    ) {
        let isClosed = line.count > 2 && line[0] == line[line.count - 1]
        let first = nextNode
        for (index, place) in line.enumerated() where !(isClosed && index == line.count - 1) {
            point(place.0, place.1, points[index] ?? [:])
        }
        var references = Array(first..<nextNode)
        if isClosed { references.append(first) }
        let members = references.map { "<nd ref=\"\($0)\"/>" }.joined()
        ways.append(
            """
            <way id="\(nextWay)" version="1" timestamp="2026-01-02T03:04:05Z">\(members)\(Self.xml(tags))</way>
            """)
        nextWay += 1
    }

    private static func xml(_ tags: [String: String]) -> String {
        tags.sorted { $0.key < $1.key }.map { "<tag k=\"\($0.key)\" v=\"\(escaped($0.value))\"/>" }.joined()
    }

    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            "&<\"".unicodeScalars.contains(scalar) || scalar.value < 0x20 ? "&#\(scalar.value);" : String(scalar)
        }.joined()
    }
}
