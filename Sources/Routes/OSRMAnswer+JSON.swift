import NavigationEvents
import Platform

extension OSRMAnswer {
    init(_ node: JSONNode) throws(RouteError) {
        code = try node.text("code")
        message = try node.text("message")
        routes = try node.list("routes").map { (one) throws(RouteError) in try Route(one) }
        matchings = try node.list("matchings").map { (one) throws(RouteError) in try Route(one) }
        waypoints = try Waypoint.list(node)
        isMapbox = node.isOfMapbox
    }
}

extension JSONNode {
    /// Whether an answer in the OSRM format contains members that only Mapbox writes.
    var isOfMapbox: Bool {
        if member("uuid") != nil { return true }
        guard let routes = member("routes") ?? member("matchings"), let route = try? routes.asList().first else {
            return false
        }
        if route.member("duration_typical") != nil { return true }
        let leg = try? route.list("legs").first
        let step = try? leg?.list("steps").first
        let intersection = try? step?.list("intersections").first
        return leg?.member("duration_typical") != nil || leg?.member("notifications") != nil
            || intersection?.member("mapbox_streets_v8") != nil
    }
}

extension OSRMAnswer.Waypoint {
    fileprivate static func list(_ node: JSONNode) throws(RouteError) -> [Self] {
        try node.list("waypoints").map { (one) throws(RouteError) in
            Self(location: try Position(one.required("location")), name: try one.text("name"))
        }
    }
}

extension OSRMAnswer.Route {
    fileprivate init(_ node: JSONNode) throws(RouteError) {
        legs = try node.required("legs").asList().map { (one) throws(RouteError) in try OSRMAnswer.Leg(one) }
        distance = try node.required("distance").asNumber()
        duration = try node.required("duration").asNumber()
        waypoints = try OSRMAnswer.Waypoint.list(node)
    }
}

extension OSRMAnswer.Leg {
    fileprivate init(_ node: JSONNode) throws(RouteError) {
        steps = try node.list("steps").map { (one) throws(RouteError) in try OSRMAnswer.Step(one) }
        distance = try node.required("distance").asNumber()
        duration = try node.required("duration").asNumber()
        annotation = try node.member("annotation").map { (one) throws(RouteError) in try OSRMAnswer.Annotation(one) }
        admins = try node.member("admins")?.asList().map { (one) throws(RouteError) in
            OSRMAnswer.Admin(code: try one.text("iso_3166_1"))
        }
        viaWaypointIndices = try node.list("via_waypoints").map { (one) throws(RouteError) in
            try one.required("waypoint_index").asInteger()
        }
    }
}

extension OSRMAnswer.Annotation {
    fileprivate init(_ node: JSONNode) throws(RouteError) {
        limits = try node.list("maxspeed").map { (one) throws(RouteError) in
            OSRMAnswer.MaximumSpeed(
                speed: try one.number("speed"), unit: try one.text("unit"),
                isUnknown: try one.flag("unknown") ?? false, isNone: try one.flag("none") ?? false)
        }
        lengths =
            limits.isEmpty ? [] : try node.list("distance").map { (one) throws(RouteError) in try one.asNumber() }
    }
}

extension OSRMAnswer.Step {
    fileprivate init(_ node: JSONNode) throws(RouteError) {
        maneuver = try OSRMAnswer.Maneuver(node.required("maneuver"))
        geometry = try LineGeometry(node.required("geometry"))
        intersections = try node.list("intersections").map { (one) throws(RouteError) in
            try OSRMAnswer.Intersection(one)
        }
        name = try node.text("name")
        ref = try node.text("ref")
        pronunciation = try node.words("pronunciation")
        rotaryName = try node.text("rotary_name")
        destinations = try node.text("destinations")
        exits = try node.text("exits")
        mode = try node.text("mode")
        side = try node.text("driving_side")
        distance = try node.required("distance").asNumber()
        duration = try node.required("duration").asNumber()
        nextRoundaboutDegrees = try node.list("bannerInstructions").last?.member("primary")?.number("degrees")
    }
}

extension OSRMAnswer.Maneuver {
    fileprivate init(_ node: JSONNode) throws(RouteError) {
        type = try node.required("type").asText()
        modifier = try node.text("modifier")
        location = try Position(node.required("location"))
        bearingBefore = try node.number("bearing_before")
        bearingAfter = try node.number("bearing_after")
        exit = try node.integer("exit")
        instruction = try node.words("instruction")
    }
}

extension OSRMAnswer.Intersection {
    fileprivate init(_ node: JSONNode) throws(RouteError) {
        location = try Position(node.required("location"))
        bearings = try node.list("bearings").map { (one) throws(RouteError) in try one.asNumber() }
        entry = try node.list("entry").map { (one) throws(RouteError) in try one.asFlag() }
        arrival = try node.integer("in")
        departure = try node.integer("out")
        lanes = try node.list("lanes").map { (one) throws(RouteError) in try OSRMAnswer.Lane(one) }
        classes = try node.texts("classes")
        admin = try node.integer("admin_index")
        hasTunnelName = node.member("tunnel_name") != nil
        hasTollCollection = node.member("toll_collection") != nil
    }
}

extension OSRMAnswer.Lane {
    fileprivate init(_ node: JSONNode) throws(RouteError) {
        indications = try node.texts("indications")
        validIndication = try node.text("valid_indication")
        isValid = try node.flag("valid")
        isActive = try node.flag("active")
    }
}
