@testable import EventCodec
@testable import Guidance
@testable import NavigationEvents
@testable import Routes

extension FuzzTarget {
    static let valhallaRoute = document("valhalla-route", .valhalla)
    static let osrmRoute = document("osrm-route", .osrm)
    static let mapboxRoute = document("mapbox-route", .mapbox)
    static let graphHopperRoute = document("graphhopper-route", .graphhopper)
    static let gpxRoute = document("gpx-route", .gpx)

    /// A route of a request, followed by the fixes of a drive.
    static let guidance = FuzzTarget(name: "guidance", maxBytes: 4096) { bytes throws(FuzzFinding) in
        let cut = bytes.count > 2 ? min(Int(bytes[0]) << 8 | Int(bytes[1]), bytes.count - 2) : 0
        let rest = bytes.dropFirst(2)
        do throws(WireError) {
            let route = try Route(wireBytes: Array(rest.prefix(cut)))
            try? follow(route, steering: Array(rest.dropFirst(cut)))
        } catch {
            return
        }
    }

    /// Checks that a route from a document can be encoded, and that guidance can follow an accepted one.
    private static func document(_ name: String, _ provider: RouteProvider) -> FuzzTarget {
        FuzzTarget(
            name: name, maxBytes: 16_384,
            reaches: [
                "RouteError", "Polyline", "JSONDocument", "JSONParser", "JSONDecoding", "ProviderAnswer", "GPXDocument",
                "GPXReader",
            ]
        ) { bytes throws(FuzzFinding) in
            guard let routes = try? RouteDocument.read(bytes, provider: provider) else { return }
            try FuzzFinding.unless(!routes.isEmpty, "a document without routes that is no error")
            for route in routes {
                let written = route.wireBytes()
                let again = (try? Route(wireBytes: written))?.wireBytes()
                try FuzzFinding.unless(again == written, "a route that cannot be sent")
                try follow(route, steering: bytes.suffix(32))
            }
        }
    }

    /// Drives along and beside the route, controlled by the bytes.
    private static func follow(_ route: Route, steering: some Collection<UInt8>) throws(FuzzFinding) {
        var guidance = GuidanceState()
        do throws(RouteModelError) {
            _ = try guidance.start(route)
        } catch {
            return
        }
        var index = 0
        var nanoseconds: Int64 = 1_767_000_000_000_000_000
        for byte in steering.prefix(64) {
            index = (index + Int(byte & 0x0F)) % route.geometry.count
            let place = route.geometry[index]
            let aside = Double(Int8(bitPattern: byte & 0xF0)) / 1e5
            let position = Coordinate(
                latitudeDegrees: place.latitudeDegrees + aside, longitudeDegrees: place.longitudeDegrees)
            nanoseconds += byte == 0xFF ? -7_200_000_000_000 : Int64(byte) * 50_000_000
            let time = Timestamp(nanosecondsSinceEpoch: nanoseconds)
            let events =
                byte & 0x0F == 0x0F ? guidance.elapse(to: time) : guidance.update(Fix(time: time, position: position))
            for event in events { try check(event) }
        }
        _ = guidance.stop()
    }

    private static func check(_ event: Event) throws(FuzzFinding) {
        guard case .navigation(let info) = event else { return }
        let numbers = [info.toManeuver, info.toStopover, info.toDestination].compactMap(\.?.distanceMeters)
        try FuzzFinding.unless(numbers.allSatisfy { $0.isFinite }, "guidance that is no number: \(info)")
    }
}
