public import NavigationEvents

extension Route: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.string(1, "id", id)
        sink.string(2, "provider", provider)
        sink.enumeration(3, "reason", reason)
        sink.enumeration(4, "travelMode", travelMode)
        sink.doubles(5, "latitudesDegrees", geometry.lazy.map(\.latitudeDegrees))
        sink.doubles(6, "longitudesDegrees", geometry.lazy.map(\.longitudeDegrees))
        sink.messages(7, "legs", legs)
        sink.messages(8, "stopovers", stopovers)
        sink.messages(9, "tunnels", tunnels)
        sink.messages(10, "speedLimits", speedLimits)
        sink.double(11, "distanceMeters", distanceMeters)
        sink.double(12, "durationSeconds", durationSeconds)
        sink.messages(13, "ferries", ferries)
    }

    /// Reads a message up to the end of the reader. It must have as many longitudes as latitudes.
    public init(from reader: inout WireReader) throws(WireError) {
        var id: String = ""
        var provider: String = ""
        var reason: RouteReason = .unrecognized
        var travelMode: TravelMode = .unrecognized
        var latitudes: [Double] = []
        var longitudes: [Double] = []
        var legs: [Leg] = []
        var stopovers: [Stopover] = []
        var tunnels: [GeometrySpan] = []
        var ferries: [GeometrySpan] = []
        var speedLimits: [SpeedLimitSpan] = []
        var distanceMeters: Double = 0
        var durationSeconds: Double = 0
        while let field = try reader.nextField() {
            switch field {
            case 1: id = try reader.string("id")
            case 2: provider = try reader.string("provider")
            case 3: reason = try reader.enumeration("reason")
            case 4: travelMode = try reader.enumeration("travelMode")
            case 5: try reader.doubles("latitudesDegrees", appendingTo: &latitudes)
            case 6: try reader.doubles("longitudesDegrees", appendingTo: &longitudes)
            case 7: try legs.append(reader.message("legs"))
            case 8: try stopovers.append(reader.message("stopovers"))
            case 9: try tunnels.append(reader.message("tunnels"))
            case 10: try speedLimits.append(reader.message("speedLimits"))
            case 11: distanceMeters = try reader.double("distanceMeters")
            case 12: durationSeconds = try reader.double("durationSeconds")
            case 13: try ferries.append(reader.message("ferries"))
            default: try reader.skip()
            }
        }
        guard latitudes.count == longitudes.count else {
            throw WireReader.failure(
                .unequalCounts(latitudes.count, longitudes.count), "latitudesDegrees", at: reader.position)
        }
        let geometry = zip(latitudes, longitudes).map(Coordinate.init(latitudeDegrees:longitudeDegrees:))
        self.init(
            id: id, provider: provider, reason: reason, travelMode: travelMode, geometry: geometry, legs: legs,
            stopovers: stopovers, tunnels: tunnels, ferries: ferries, speedLimits: speedLimits,
            distanceMeters: distanceMeters, durationSeconds: durationSeconds)
    }
}
