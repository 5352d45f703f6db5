import ArgumentParser
import CommandOutput
import NavigationEvents
import Platform
import Regions

/// `navbus places`
struct PlacesGroup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "places", abstract: "Search places in the offline regions, or with an online geocoder.",
        subcommands: [PlacesSearchCommand.self])
}

/// `navbus places search`
struct PlacesSearchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search", abstract: "Find addresses, streets, stops and other places by name.",
        discussion: """
            Example: navbus places search "Plöck 1, Heidelberg" --near 49.4087,8.7100

            Typing errors, missing accents and the order of the words do not matter. Without --geocoder, nothing leaves \
            this machine.
            """)

    @Argument(help: "The text to search.")
    var text: [String]

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("A position; places near it come first, with their distance.", valueName: "lat,lon"))
    var near: Coordinate?

    @Option(help: "The maximum number of places.")
    var limit = 10

    @OptionGroup var geocoder: GeocoderOptions

    @Flag(help: "Print them as JSON, one in a line.")
    var json = false

    func validate() throws {
        if !(1...100).contains(limit) { throw ValidationError("--limit is a number from 1 to 100.") }
    }

    func run() async throws {
        let words = text.joined(separator: " ")
        var finder = PlaceFinder(geocoder: geocoder)
        let places = try await finder.places(for: words, near: near, limit: limit)
        for place in places { Output.line(json ? place.json.text : place.line(Style.output)) }
        if geocoder.isGiven, !json { Output.line(Style.output.dim(PlaceFinder.onlineAttribution)) }
        guard places.isEmpty else { return }
        Output.error(finder.hasSource ? "no place fits \"\(words.printable(upTo: 80))\"" : PlaceFinder.noRegion)
        throw ExitStatus.negative.code
    }
}

extension Place {
    /// The maximum number of characters of a name in a line.
    private static let maxCharacters = 60

    /// The place in a line for people.
    func line(_ style: Style) -> String {
        let around = surroundings.isEmpty ? "" : ", \(surroundings.printable(upTo: Self.maxCharacters))"
        let meters = distanceMeters.map { "  \(Quantity.distance($0))" } ?? ""
        let about = isInterpolated ? ", position estimated" : ""
        let position = "\(Self.degrees(access.latitudeDegrees)),\(Self.degrees(access.longitudeDegrees))"
        return style.bold(title.printable(upTo: Self.maxCharacters)) + around + meters
            + style.dim("  \(kindWord.printable)\(about)  \(position)")
    }

    private var kindWord: String { kind == .address || kind == .street ? kind.rawValue : categoryWord }

    /// Five digits are a metre.
    private static func degrees(_ value: Double) -> String {
        let parts = Int((value.magnitude * 100_000).rounded())
        let rest = "\(parts % 100_000)"
        return (value < 0 ? "-" : "") + "\(parts / 100_000)." + String(repeating: "0", count: 5 - rest.count) + rest
    }

    /// The place as JSON.
    var json: JSONText {
        [
            "kind": .string(kind.rawValue), "category": .string(category), "title": .string(title),
            "name": .string(name), "housenumber": JSONText(houseNumber), "street": JSONText(street),
            "postcode": JSONText(postcode), "city": JSONText(city), "district": JSONText(district),
            "position": Self.json(position), "access": Self.json(access), "distanceMeters": JSONText(distanceMeters),
            "score": .number((score * 1000).rounded() / 1000), "exact": .bool(isExact),
            "interpolated": .bool(isInterpolated), "osm": .string(osm), "region": JSONText(region?.description),
        ]
    }

    private static func json(_ position: Coordinate) -> JSONText {
        ["latitude": .number(position.latitudeDegrees), "longitude": .number(position.longitudeDegrees)]
    }
}
