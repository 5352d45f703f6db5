import ArgumentParser
import CommandOutput
import Glibc
import Launcher
import NavigationEvents
import Platform
import Regions
import RouteRequests

/// The option that selects an online geocoder.
struct GeocoderOptions: ParsableArguments {
    @Option(
        name: .customLong("geocoder"),
        help: ArgumentHelp(
            "Search online at this address, such as https://photon.komoot.io/api (Photon), …/search (Nominatim) or "
                + "…/v1/search (Pelias); default: that of NAVBUS_GEOCODER, else the offline regions.", valueName: "url")
    )
    var address: String?

    /// Whether the option or the variable names a geocoder.
    var isGiven: Bool {
        if let address { return !address.isEmpty }
        return getenv("NAVBUS_GEOCODER").map { $0.pointee != 0 } ?? false
    }
}

/// Searches places for a command: in the offline regions, or with an online geocoder if one was named.
struct PlaceFinder {
    static let noRegion = "there is no region to search; navbus region add FILE.osm.pbf builds one"
    static let onlineAttribution = "data © OpenStreetMap contributors and the sources of the geocoder"
    /// The rules of public geocoders allow one request a second.
    private static let pause = Duration.seconds(1)

    var geocoder: GeocoderOptions
    var library = RegionLibrary.ofThisProcess
    private var hasAsked = false

    init(geocoder: GeocoderOptions) { self.geocoder = geocoder }

    /// Whether there is anything to search.
    var hasSource: Bool { geocoder.isGiven || !library.contents().regions.isEmpty }

    /// The places for a text, the best first. Problems of single regions are printed.
    mutating func places(for text: String, near: Coordinate?, limit: Int) async throws -> [Place] {
        guard geocoder.isGiven else {
            let (places, problems) = library.places(for: text, near: near, limit: limit)
            for problem in problems { Output.error("\(Style.error.yellow("warning:")) failed to \(problem)") }
            return places
        }
        if hasAsked { try await Task.sleep(for: Self.pause) }
        hasAsked = true
        return try await InstalledRouter(for: "places").places(
            for: text, near: near, limit: limit, at: geocoder.address)
    }
}
