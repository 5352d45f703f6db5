/// The result of the comparison for one step.
struct Verdict {
    /// The differences between a sentence and the instruction of the provider.
    enum Fault: String, CaseIterable {
        case notUnderstood = "instruction not understood"
        case unclear = "sentence not understood"
        case silent = "silent"
        case kind = "another kind"
        case side = "wrong side"
        case sideMissing = "side not said"
        case ordinal = "another ordinal"
        case exitNumber = "exit number not said"
        case road = "road not said"
        case name = "name of roundabout, ferry or level not said"
        case nowWithoutName = "\"now\" does not identify the exit"
        case ontoSameRoad = "onto the present road"
        case long = "sentence too long"
    }

    /// The rules by which a difference is right.
    enum Exception: String, CaseIterable {
        /// The road continues, perhaps with another name, and no other road could be mistaken for it.
        case noChoice = "no choice"
        /// Entry and exit of a roundabout are one announcement.
        case saidAtEntry = "said at the entry of the roundabout"
        /// A ramp has no other end than the merge.
        case rampLeadsThere = "the ramp leads there"
        /// A turn that leads onto a motorway is its ramp; not every format says so.
        case entersMotorway = "the turn enters a motorway"
        /// The OSRM format has no type for some turns onto ramps; only the words of Valhalla say so.
        case turnInFormat = "a turn in the OSRM format"
        /// The only name on the sign is that of the road on which one is.
        case presentRoad = "no name but that of the present road"
        /// The road of a ramp has the number of a road to which it belongs, and the ramp leads onto that road.
        case numberOfRamp = "the ramp had the number before"
        /// A sentence with the names of both the roundabout and the road would be too long: the road says more.
        case roadInsteadOfRoundabout = "the road instead of the roundabout"
        /// Straight on along the same road was announced shortly before.
        case saidBefore = "said at the fork before"
        /// The first maneuver is due when the vehicle begins to move.
        case firstManeuverIsDue = "the first maneuver is due at once"
        /// The maneuver is announced without names, since a sentence with names would end after it.
        case noTime = "no time for names"
    }

    enum Outcome: Hashable {
        case agrees
        case exception(Exception)
        case fault(Fault)
    }

    /// The kind of the instruction; `nil` if it is not understood, or for a sentence that is too long.
    var kind: Instruction.Kind?
    var outcome: Outcome
    /// The instruction and the sentences.
    var example: String

    init(kind: Instruction.Kind?, _ outcome: Outcome, _ words: String, _ said: [SpokenRoute.Sentence]) {
        self.kind = kind
        self.outcome = outcome
        let texts = said.map { "\"\($0.text)\"\($0.isSecond ? " (second)" : "")" }
        example = "\(words) | \(texts.isEmpty ? "(silent)" : texts.joined(separator: " "))"
    }
}
