import NavigationEvents
import Platform

extension ValhallaAnswer {
    init(_ node: JSONNode) throws(RouteError) {
        trip = try node.member("trip").map { (one) throws(RouteError) in try Trip(one) }
        alternates = try node.list("alternates").map { (one) throws(RouteError) in try Trip(one.required("trip")) }
        error = try node.text("error")
        errorCode = try node.integer("error_code")
    }
}

extension ValhallaAnswer.Trip {
    fileprivate init(_ node: JSONNode) throws(RouteError) {
        locations = try node.list("locations").map { (one) throws(RouteError) in
            ValhallaAnswer.Location(
                type: try one.text("type"),
                position: Coordinate(
                    latitudeDegrees: try one.required("lat").asNumber(),
                    longitudeDegrees: try one.required("lon").asNumber()),
                name: try one.text("name"), street: try one.text("street"))
        }
        legs = try node.required("legs").asList().map { (one) throws(RouteError) in try ValhallaAnswer.Leg(one) }
        summary = try ValhallaAnswer.Summary(node.required("summary"))
        status = try node.integer("status")
        statusMessage = try node.text("status_message")
        units = try node.text("units")
    }
}

extension ValhallaAnswer.Summary {
    fileprivate init(_ node: JSONNode) throws(RouteError) {
        time = try node.required("time").asNumber()
        length = try node.required("length").asNumber()
        if let south = try node.number("min_lat"), let north = try node.number("max_lat"),
            let west = try node.number("min_lon"), let east = try node.number("max_lon")
        {
            box = ValhallaAnswer.Box(south: south, north: north, west: west, east: east)
        }
    }
}

extension ValhallaAnswer.Leg {
    fileprivate init(_ node: JSONNode) throws(RouteError) {
        maneuvers = try node.list("maneuvers").map { (one) throws(RouteError) in try ValhallaAnswer.Maneuver(one) }
        summary = try ValhallaAnswer.Summary(node.required("summary"))
        shape = try node.member("shape").map { (one) throws(RouteError) in try LineGeometry(one) }
        levelChanges = try node.list("level_changes").map { (one) throws(RouteError) in
            try ValhallaAnswer.LevelChange(one)
        }.compactMap(\.self)
    }
}

extension ValhallaAnswer.LevelChange {
    /// Reads a pair of an index and a level, which is a number or a text; `nil` for another list.
    fileprivate init?(_ node: JSONNode) throws(RouteError) {
        let parts = try node.asList()
        guard parts.count == 2 else { return nil }
        shapeIndex = try parts[0].asInteger()
        guard parts[1].kind == .number else {
            level = try parts[1].asText()
            return
        }
        let number = try parts[1].asNumber()
        level = Int(exactly: number).map(String.init) ?? "\(number)"
    }
}

extension ValhallaAnswer.Maneuver {
    fileprivate init(_ node: JSONNode) throws(RouteError) {
        type = try node.required("type").asInteger()
        instruction = try node.words("instruction")
        streetNames = try node.texts("street_names")
        beginStreetNames = try node.texts("begin_street_names")
        bearingBefore = try node.number("bearing_before")
        bearingAfter = try node.number("bearing_after")
        time = try node.required("time").asNumber()
        length = try node.required("length").asNumber()
        beginShapeIndex = try node.required("begin_shape_index").asInteger()
        roundaboutExitCount = try node.integer("roundabout_exit_count")
        isHighway = try node.flag("highway") ?? false
        hasToll = try node.flag("toll") ?? false
        travelMode = try node.text("travel_mode")
        sign = try node.member("sign").map { (one) throws(RouteError) in try ValhallaAnswer.Sign(one) }
        lanes = try node.list("lanes").map { (one) throws(RouteError) in
            ValhallaAnswer.Lane(
                directions: try one.required("directions").asInteger(), valid: try one.integer("valid"),
                active: try one.integer("active"))
        }
    }
}

extension ValhallaAnswer.Sign {
    fileprivate init(_ node: JSONNode) throws(RouteError) {
        func texts(_ name: StaticString) throws(RouteError) -> [String] {
            try node.list(name).map { (one) throws(RouteError) in try one.required("text").asText() }
        }
        exitNumbers = try texts("exit_number_elements")
        exitBranches = try texts("exit_branch_elements")
        exitToward = try texts("exit_toward_elements")
        exitNames = try texts("exit_name_elements")
        guideBranches = try texts("guide_branch_elements")
        guideToward = try texts("guide_toward_elements")
        junctionNames = try texts("junction_name_elements")
    }
}
