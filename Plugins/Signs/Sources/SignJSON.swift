import NavigationControl
import NavigationEvents
import Pictures
import Platform

/// A sign as JSON, with all data for a custom display. Unknown values are null; no key is missing.
struct SignJSON {
    var scene: SignScene
    /// The distance as text.
    var distance: String?
    /// The number of the effect in the reports.
    var number: UInt64

    /// The JSON object.
    var value: JSONText {
        let step = scene.step
        return .object(
            [
                .init("effectNumber", .integer(Int(clamping: number))),
                .init("text", .string(SignLine(step: step).text)),
            ] + Self.maneuver(step) + [
                .init("exitNumber", JSONText(step.exitNumber)),
                .init("turnAngleDegrees", JSONText(step.turnAngleDegrees)),
                .init("drivingSide", .string("\(step.drivingSide)")),
                .init("destinations", Self.texts(step.signpost?.destinations)),
                .init("refs", Self.texts(step.signpost?.refs)),
                .init("distanceMeters", JSONText(scene.distanceMeters)),
                .init("distanceText", JSONText(distance)),
                .init("stepNumber", .integer(step.number)),
                .init("route", .string(scene.routeID)),
                .init("cue", Self.cue(scene.cue)),
                .init("then", then),
            ])
    }

    private var then: JSONText {
        guard let next = scene.next else { return .null }
        return .object(Self.maneuver(next) + [.init("metersBetween", JSONText(scene.metersToNext))])
    }

    private static func maneuver(_ step: Step) -> [JSONText.Member] {
        let picture = SignPicture(step.maneuver)
        return [
            .init("maneuver", .string("\(step.maneuver)")),
            .init("words", .string(SignWords(step).text)),
            .init("glyph", .string(picture.glyph)),
            .init("roundaboutExit", JSONText(step.roundabout?.exitCount)),
            .init("roundaboutExitAngleDegrees", JSONText(step.roundabout?.exitAngleDegrees)),
            .init("street", .string(step.streetName)),
            .init("fullName", .string(step.fullRoadName)),
            .init("simpleName", .string(step.simpleRoadName)),
        ]
    }

    /// The cue. The identity is a string, because it has more bits than a JSON number represents exactly.
    private static func cue(_ cue: CueReference?) -> JSONText {
        guard let cue else { return .null }
        return ["identity": .string("\(cue.identity)"), "stage": .string("\(cue.stage)")]
    }

    private static func texts(_ texts: [String]?) -> JSONText { .array((texts ?? []).map(JSONText.string)) }
}
