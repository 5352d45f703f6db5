import NavigationEvents
import Pictures

/// Lanes as JSON: an array of lanes from left to right, each an array of directions from left to right. No lanes, no
/// elements. All its texts are fixed names, so nothing needs escaping.
struct LaneJSON {
    var lanes: [Lane]

    var text: String {
        let items = lanes.map { lane in
            "    { \"directions\": [" + lane.directions.map(Self.text).joined(separator: ", ") + "] }"
        }
        return items.isEmpty ? "{ \"lanes\": [] }\n" : "{ \"lanes\": [\n\(items.joined(separator: ",\n"))\n] }\n"
    }

    private static func text(_ direction: LaneDirection) -> String {
        "{ \"shape\": \"\(direction.shape.name)\", \"recommended\": \(direction.isRecommended) }"
    }
}
