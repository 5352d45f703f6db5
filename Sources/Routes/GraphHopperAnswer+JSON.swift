import NavigationEvents
import Platform

extension GraphHopperAnswer {
    init(_ node: JSONNode) throws(RouteError) {
        message = try node.text("message")
        paths = []
        for (index, one) in try node.list("paths").enumerated() {
            paths.append(try Path(one, path: "paths[\(index)]"))
        }
        // In an answer with paths, the hints are an object about the computation.
        let hints = node.member("hints").flatMap { $0.kind == .list ? $0 : nil }
        refusedPoints = try (hints?.asList() ?? []).map { (one) throws(RouteError) in
            try one.integer("point_index")
        }.compactMap(\.self)
    }
}

extension GraphHopperAnswer.Path {
    fileprivate init(_ node: JSONNode, path: String) throws(RouteError) {
        distance = try node.required("distance").asNumber()
        milliseconds = try node.required("time").asNumber()
        instructions = try node.list("instructions").map { (one) throws(RouteError) in
            try GraphHopperAnswer.Instruction(one)
        }
        let multiplier = try node.number("points_encoded_multiplier") ?? 1e5
        guard let precision = Polyline.Precision(rawValue: multiplier) else {
            throw .malformed(path: "\(path).points_encoded_multiplier", problem: "is neither 1e5 nor 1e6")
        }
        let numbers = try Self.numbersPerPoint(node, instructions)
        points = try Self.line(node, "points", precision, hasHeights: numbers == 3, path: path)
        snapped = try Self.line(node, "snapped_waypoints", precision, hasHeights: numbers == 3, path: path)
        details = GraphHopperAnswer.Details()
        if let told = node.member("details") {
            details = try GraphHopperAnswer.Details(told, path: "\(path).details", points: points.count)
        }
    }

    /// Numbers per point: 3 with elevations, otherwise 2. The answer does not name it, but the last instruction is at
    /// the last point.
    private static func numbersPerPoint(
        _ node: JSONNode, _ instructions: [GraphHopperAnswer.Instruction]
    ) throws(RouteError) -> Int {
        guard let points = node.member("points"), points.kind == .text, let last = instructions.last else { return 2 }
        let count = Polyline.numberCount(try points.asText())
        return count % 3 == 0 && count / 3 == last.firstIndex + 1 ? 3 : 2
    }

    private static func line(
        _ node: JSONNode, _ name: StaticString, _ precision: Polyline.Precision, hasHeights: Bool, path: String
    ) throws(RouteError) -> [Coordinate] {
        guard let line = node.member(name) else { return [] }
        return try LineGeometry(line).points(precision, hasHeights: hasHeights, path: "\(path).\(name)")
    }
}

extension GraphHopperAnswer.Instruction {
    fileprivate init(_ node: JSONNode) throws(RouteError) {
        sign = try node.required("sign").asInteger()
        text = try node.words("text")
        distance = try node.required("distance").asNumber()
        milliseconds = try node.required("time").asNumber()
        guard let first = try node.required("interval").asList().first else {
            throw node.malformed("has an empty interval")
        }
        firstIndex = try first.asInteger()
        streetName = try node.text("street_name")
        streetRef = try node.text("street_ref")
        destination = try node.text("street_destination")
        destinationRef = try node.text("street_destination_ref")
        junction = try node.text("motorway_junction")
        exitNumber = try node.integer("exit_number")
        isExited = try node.flag("exited") ?? true
        turnAngle = try node.number("turn_angle")
    }
}

extension GraphHopperAnswer.Details {
    fileprivate init(_ node: JSONNode, path: String, points: Int) throws(RouteError) {
        func spans<Value>(
            _ name: StaticString, _ read: (JSONNode) throws(RouteError) -> Value
        ) throws(RouteError) -> [GraphHopperAnswer.Span<Value>] {
            var spans: [GraphHopperAnswer.Span<Value>] = []
            var end = 0
            for (index, one) in try node.list(name).enumerated() {
                let parts = try one.asList()
                guard parts.count == 3 else { throw one.malformed("has \(parts.count) of three parts") }
                let (from, to) = (try parts[0].asInteger(), try parts[1].asInteger())
                guard end <= from, from <= to, to < max(points, 1) else {
                    throw .inconsistent(
                        path: "\(path).\(name)[\(index)]",
                        problem: "lies from point \(from) to \(to), outside \(end)...\(points - 1)")
                }
                end = to
                if from < to, parts[2].kind != .null {
                    spans.append(.init(range: from..<to, value: try read(parts[2])))
                }
            }
            return spans
        }
        let text = { (node: JSONNode) throws(RouteError) in try node.asText().lowercased() }
        let flag = { (node: JSONNode) throws(RouteError) in try node.asFlag() }
        roadClass = try spans("road_class", text)
        isLink = try spans("road_class_link", flag)
        environment = try spans("road_environment", text)
        toll = try spans("toll", text)
        country = try spans("country", text)
        maximumSpeed = try spans("max_speed") { (node: JSONNode) throws(RouteError) in try node.asNumber() }
        isEstimated = try spans("max_speed_estimated", flag)
    }
}
