import Announcements
import NavigationEvents
import Platform
import TestSupport
import Testing

@Suite("Garbage in announcements")
struct InvalidEventTests {
    private static let odd: [Double] = [
        .nan, .infinity, -.infinity, .greatestFiniteMagnitude, 1e300, 40_099_999, -1, 0, 49, 300, 2500,
    ]

    @Test(
        arguments: UInt64(1)...8)
    func `any event gives an announcement, silence or an error with a reason`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for units in UnitSystem.allCases {
            var generator = AnnouncementGenerator(
                settings: AnnouncementSettings(units: units),
                strings: SpokenEnglish.table(with: SpokenEnglish.extras))
            for round in 0..<150 {
                let info = Self.info(&random)
                do {
                    let announcement = try generator.announcement(for: info)
                    #expect(announcement?.text.isEmpty != true, "seed \(seed), round \(round)")
                    let again = try generator.repeatAnnouncement(for: info)
                    #expect(again?.text.isEmpty != true, "seed \(seed), round \(round)")
                } catch {
                    #expect(!"\(error)".isEmpty)
                }
                for step in info.remainingSteps { _ = generator.listText(for: step) }
                if Self.oneOf(50, &random) { generator.navigationStopped() }
                if Self.oneOf(20, &random) {
                    generator.settings.verbosity = Self.pick(Verbosity.allCases, &random)
                    generator.navigationStarted(.make(Self.pick(TravelMode.allCases, &random)))
                }
            }
        }
    }

    private static func pick<Value>(_ choices: [Value], _ random: inout SplitMix64) -> Value {
        choices[Int.random(in: choices.indices, using: &random)]
    }

    private static func oneOf(_ count: Int, _ random: inout SplitMix64) -> Bool {
        Int.random(in: 0..<count, using: &random) == 0
    }

    private static func step(_ random: inout SplitMix64) -> Step {
        var step = Step.make(
            pick(Maneuver.allCases, &random),
            onto: pick(
                ["", "|", "%n", "DISTANCE|", "A 7", "\u{0}\u{202E}", String(repeating: "x", count: 5000)], &random),
            towards: pick([[], [""], ["%n", "|"], ["Köln", "Bonn", "Mainz"]], &random),
            exit: pick([nil, .min, -1, 0, 1, 12, 13, .max], &random), side: pick(DrivingSide.allCases, &random),
            tunnel: pick(TunnelMode.allCases, &random), ferry: pick(FerryMode.allCases, &random),
            border: pick([nil, "", "DE", "%n"], &random), change: pick(RoadClassChange.allCases, &random),
            isEndOfRoad: oneOf(2, &random))
        step.number = pick([.min, -1, 0, 1, 2, .max], &random)
        step.lanes = (0..<pick([0, 1, 3, 40], &random)).map { _ in
            Lane(directions: [LaneDirection(shape: pick(LaneShape.allCases, &random), isRecommended: oneOf(2, &random))]
            )
        }
        return step
    }

    private static let times = [Int64.min, -1, 0, 1_700_000_000_000_000_000, .max].map(
        Timestamp.init(nanosecondsSinceEpoch:))

    private static func fix(_ random: inout SplitMix64) -> Fix {
        var fix = Fix.make(at: pick(times, &random))
        fix.speedMetersPerSecond = oneOf(2, &random) ? nil : pick(odd, &random)
        return fix
    }

    private static func info(_ random: inout SplitMix64) -> NavigationInfo {
        let cue = Cue(
            identity: UInt64.random(in: 0..<300, using: &random), stage: pick(CueStage.allCases, &random),
            subject: pick(CueSubject.allCases, &random), stepNumber: pick([.min, -1, 0, 1, 2, .max], &random),
            distanceMeters: pick(odd, &random), includesNext: oneOf(2, &random),
            isNextImmediate: oneOf(2, &random), priority: pick(CuePriority.allCases, &random),
            dueAt: pick(times, &random), validForSeconds: pick(odd, &random))
        return NavigationInfo(
            state: pick(NavigationState.allCases, &random), fix: fix(&random),
            currentStep: oneOf(4, &random) ? nil : step(&random),
            nextStep: oneOf(4, &random) ? nil : step(&random),
            remainingSteps: (0..<pick([0, 1, 5], &random)).map { _ in step(&random) },
            toManeuver: oneOf(3, &random)
                ? nil : Remaining(distanceMeters: pick(odd, &random), durationSeconds: pick(odd, &random)),
            cue: cue)
    }
}
