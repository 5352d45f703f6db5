import NavigationEvents
import Testing

@testable import EventCodec

@Suite struct ContractTests {
    private static let enumerations: [(name: String, members: [Int32: String])] = [
        members(of: ControlState.self), members(of: CuePriority.self), members(of: CueStage.self),
        members(of: CueSubject.self), members(of: DescriptionStyle.self), members(of: DrivingSide.self),
        members(of: FerryMode.self),
        members(of: FixQuality.self), members(of: Gear.self), members(of: LandmarkKind.self),
        members(of: LandmarkRelation.self), members(of: LandmarkSide.self), members(of: LaneShape.self),
        members(of: Maneuver.self),
        members(of: NavigationState.self), members(of: Playback.self), members(of: PositionCause.self),
        members(of: PositionStatus.self),
        members(of: ReportKind.self),
        members(of: RequestError.Code.self, named: "RequestErrorCode"), members(of: Passage.self),
        members(of: RoadClassChange.self),
        members(of: RouteReason.self), members(of: SkipReason.self), members(of: SourceState.self),
        members(of: StopReason.self), members(of: TravelMode.self),
        members(of: TunnelMode.self), members(of: Units.self),
        members(of: Verbosity.self),
    ]

    /// Numbers without a unit.
    private static let bare: Set<String> = [
        "SettingValue.number", "SpokenText.rate", "SpokenText.pitch_multiplier", "SpokenText.volume",
    ]

    private static func members<E: WireEnumeration>(
        of type: E.Type, named name: String? = nil
    ) -> (name: String, members: [Int32: String]) {
        let members = E.allCases.map { ($0.rawValue, $0.wireName) }
        return (name ?? "\(type)", Dictionary(members) { first, _ in first })
    }

    @Test func `enumerations of the contract and of the code have the same members, names and numbers`() throws {
        let contract = try Contract()
        #expect(Set(contract.enumerations.keys) == Set(Self.enumerations.map(\.name)))
        for (name, members) in Self.enumerations {
            #expect(contract.enumerations[name] == members, "\(name): extend the contract and the code together")
        }
    }

    @Test func `the neutral member of every enumeration is 0`() {
        #expect(Self.enumerations.allSatisfy { $0.members[0] != nil })
        #expect(Maneuver.unrecognized.wireName == "MANEUVER_UNKNOWN")
        #expect(DrivingSide.unrecognized.wireName == "DRIVING_SIDE_NONE")
    }

    @Test func `members have names in protobuf style`() {
        #expect(Maneuver.turnLeft.wireName == "MANEUVER_TURN_LEFT")
        #expect(Maneuver.turnUTurnClockwise.wireName == "MANEUVER_TURN_U_TURN_CLOCKWISE")
        #expect(LaneShape.slightLeft.wireName == "LANE_SHAPE_SLIGHT_LEFT")
        #expect(RequestError.Code.noSuchSession.wireName == "REQUEST_ERROR_CODE_NO_SUCH_SESSION")
    }

    @Test func `every message, field and enumeration of the contract has a comment`() throws {
        let contract = try Contract()
        #expect(contract.uncommented.isEmpty, "add its meaning, its unit and its range")
        #expect(contract.messages.count > 40)
        #expect(contract.messages["Step"]?.count == 27)
    }

    @Test func `the names of quantities include their unit`() throws {
        let units = ["meters", "seconds", "degrees", "second", "nanoseconds", "points", "hertz", "factor"]
        let bare = try Contract().messages.flatMap { message, fields in
            // The values of maps have the names of their keys.
            fields.values.filter { $0.type == "double" && !message.hasPrefix("map<") }.map { "\(message).\($0.name)" }
        }.filter { name in !Self.bare.contains(name) && !units.contains { name.hasSuffix("_\($0)") } }
        #expect(bare.isEmpty)
    }
}
