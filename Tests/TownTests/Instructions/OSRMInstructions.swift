import Foundation

/// The instructions of an answer in the OSRM format without texts.
///
/// OSRM leaves the wording to its clients. The table of kinds below is what osrm-text-instructions, the library of the
/// project, says for each type and modifier.
struct OSRMInstructions {
    /// The instruction of every step of the first route; `nil` for a type or modifier that is not in the table.
    let instructions: [Instruction?]
    /// Type, modifier and names of every step, for reports.
    let words: [String]

    /// Reads the instructions of an answer.
    init(_ bytes: [UInt8]) throws {
        let answer = try JSONDecoder().decode(Answer.self, from: Data(bytes))
        let routes = answer.routes ?? answer.matchings ?? []
        let steps = (routes.first?.legs ?? []).flatMap(\.steps)
        instructions = zip(steps, [false] + steps.map(\.isOnFerry)).map { Self.instruction(of: $0, wasOnFerry: $1) }
        words = steps.map { step in
            let names = [step.name, step.ref, step.destinations, step.exits].map { $0 ?? "" }.filter { !$0.isEmpty }
            let exit = step.maneuver.exit.map { " \($0)" } ?? ""
            return "\(step.maneuver.type) \(step.maneuver.modifier ?? "")\(exit): \(names.joined(separator: "; "))"
        }
    }

    private struct Answer: Decodable {
        var routes: [Route]?
        var matchings: [Route]?
    }

    private struct Route: Decodable {
        var legs: [Leg]
    }

    private struct Leg: Decodable {
        var steps: [Step]
    }

    private struct Step: Decodable {
        var maneuver: Maneuver
        var name: String?
        var ref: String?
        var destinations: String?
        var exits: String?
        var rotary_name: String?
        var mode: String?
        var intersections: [Intersection]?

        /// Whether the stretch is on a ferry. Some profiles show it only by the class.
        var isOnFerry: Bool { mode == "ferry" || intersections?.first?.classes?.contains("ferry") ?? false }
    }

    private struct Maneuver: Decodable {
        var type: String
        var modifier: String?
        var exit: Int?
    }

    private struct Intersection: Decodable {
        /// The maximum change of direction of a way that leads ahead, degrees.
        static let aheadDegrees = 120.0

        var entry: [Bool]?
        var bearings: [Double]?
        var `in`: Int?
        var classes: [String]?

        /// The number of ways that may be taken and do not lead back.
        var waysAhead: Int {
            guard let entry, let bearings, let arrival = self.in, bearings.indices.contains(arrival),
                bearings.count == entry.count
            else { return 0 }
            return bearings.indices.count { index in
                let back = abs(bearings[index] - bearings[arrival])
                return entry[index] && 180 - min(back, 360 - back) <= Self.aheadDegrees
            }
        }
    }
}

extension OSRMInstructions {
    private static let sides: [String: Instruction.Side] = [
        "sharp left": .left, "left": .left, "slight left": .left, "straight": .ahead, "slight right": .right,
        "right": .right, "sharp right": .right,
    ]

    private static func instruction(of step: Step, wasOnFerry: Bool) -> Instruction? {
        guard var found = maneuver(of: step) else { return nil }
        if step.isOnFerry, step.maneuver.type != "arrive", step.maneuver.type != "depart" {
            return Instruction(kind: .ferry, name: step.name, isWithoutChoice: wasOnFerry)
        }
        found.roads += names([step.name], ";") + names([step.ref], ";")
        found.signs = names([step.destinations], ",:")
        // The destination is said instead of the road.
        if !found.signs.isEmpty { found.roads += found.signs }
        if found.kind == .exit { found.exitNumber = names([step.exits], ";").first }
        return found
    }

    private static func maneuver(of step: Step) -> Instruction? {
        let modifier = step.maneuver.modifier ?? ""
        let side = sides[modifier]
        switch step.maneuver.type {
        case "depart": return Instruction(kind: .depart)
        case "arrive": return Instruction(kind: .arrival, side: side == .ahead ? nil : side)
        case "roundabout", "rotary":
            return Instruction(kind: .roundabout, ordinal: step.maneuver.exit, name: step.rotary_name)
        case "roundabout turn":
            let exit = step.maneuver.exit
            return Instruction(kind: .roundabout, side: exit == nil ? side : nil, ordinal: exit)
        case "exit roundabout", "exit rotary": return Instruction(kind: .leaveRoundabout)
        case let type where modifier == "uturn" && kinds[type] != nil: return Instruction(kind: .uTurn)
        case let type:
            guard let side, let kind = kinds[type] else { return nil }
            return directed(kind, to: side, modifier, of: step)
        }
    }

    /// The kind of every type with a direction.
    private static let kinds: [String: Instruction.Kind] = [
        "turn": .turn, "end of road": .turn, "continue": .turn, "new name": .turn, "notification": .turn,
        "fork": .keep, "merge": .merge, "on ramp": .ramp, "off ramp": .exit,
    ]

    private static func directed(
        _ kind: Instruction.Kind, to side: Instruction.Side, _ modifier: String, of step: Step
    ) -> Instruction {
        let type = step.maneuver.type
        var found = Instruction(kind: kind, side: side)
        found.isStaying = type == "continue"
        switch kind {
        // "Take the ramp" is said of exits and entries alike.
        case .exit: found.alsoKinds = [.ramp]
        case .keep where modifier.hasPrefix("sharp"): found.alsoKinds = [.turn]
        case .merge: found.isWithoutChoice = step.intersections?.first?.waysAhead == 1
        case .turn where modifier.hasPrefix("slight") && ["continue", "new name", "notification"].contains(type):
            // "Continue slightly left": a bend of the road.
            found.alsoKinds = [.keep, .straight]
            found.isWithoutChoice = type != "continue" || (step.intersections?.first?.entry ?? []).count { $0 } <= 1
        default: break
        }
        if side == .ahead {
            if kind == .turn || kind == .keep { found.kind = .straight }
            found.isWithoutChoice = ["continue", "new name", "notification"].contains(type)
        }
        return found
    }

    private static func names(_ texts: [String?], _ separators: String) -> [String] {
        texts.flatMap { ($0 ?? "").split { separators.contains($0) } }.map { part in
            let start = part.drop { $0 == " " }
            return String(start.last == " " ? start.dropLast() : start)
        }
        .filter { !$0.isEmpty }
    }
}
