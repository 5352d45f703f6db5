import Foundation
import TestSupport

/// Fault 13: two or more false fixes.
struct FalsePositions: Fault {
    let title = "5 km jump, frozen, time back, nonsense with a valid checksum"
    let passes = "no false announcement, and the same position after 3 good fixes"

    func inflict(in context: FaultContext) throws -> FaultOutcome {
        var outcome = FaultOutcome()
        let reference = DriveFacts(try context.undisturbed())
        let recorded = try RecordedPositions()
        let places = context.isShort ? [300] : [60, 200, 300, 450, 600]
        for flaw in RecordedPositions.Flaw.allCases {
            for place in places {
                let facts = try DriveFacts.driven(recorded.spoiled(flaw, at: place, count: 2), in: context)
                var problems = facts.newCues(against: reference).map { "\(flaw) at \(place): announced \($0)" }
                if !facts.isArrived { problems.append("\(flaw) at \(place): the destination was not reached") }
                let apart = facts.apart(from: reference, at: recorded.seconds(place + 5))
                if apart > 20 { problems.append("\(flaw) at \(place): \(apart) m apart three fixes later") }
                outcome.note(problems)
            }
        }
        return outcome
    }
}

/// Fault 14: no positions for a while.
struct Outages: Fault {
    let title = "no positions for 1 to 300 s, cold start"
    let passes = "no false or repeated announcement, loss of the position announced once, arrived"

    func inflict(in context: FaultContext) throws -> FaultOutcome {
        var outcome = FaultOutcome()
        let reference = DriveFacts(try context.undisturbed())
        let recorded = try RecordedPositions()
        for length in context.isShort ? [5, 30] : [1, 3, 5, 10, 30, 60, 120, 300] {
            // The drive must continue after the gap.
            let last = min(420, recorded.count - length - 60)
            for place in context.isShort ? [300] : [0, 100, min(300, last - 50), last] {
                let facts = try DriveFacts.driven(
                    recorded.cut(at: place, count: length), in: context, controls: ["speech"])
                var problems = facts.isArrived ? [] : ["\(length) s at \(place): the destination was not reached"]
                let foreign = facts.newCues(against: reference)
                // With a later beginning, the first announcements may differ.
                if place > 0 { problems += foreign.map { "\(length) s at \(place): announced \($0)" } }
                // The position is estimated for a minute; then it becomes unreliable once.
                if place > 0, length > 60 ? facts.losses != 1 : facts.losses > 0 {
                    problems.append("\(length) s at \(place): the position became unreliable \(facts.losses) times")
                }
                problems += facts.repeatedCues.map { "\(length) s at \(place): \($0)" }
                outcome.note(problems)
            }
        }
        return outcome
    }
}

/// Fault 15: the clock of the receiver changes during a drive.
struct SetClocks: Fault {
    let title = "clock ± 1 h, + 10 years, 2038, GPS week rollover"
    let passes = "no false or repeated announcement, order by number, arrived"

    func inflict(in context: FaultContext) throws -> FaultOutcome {
        var outcome = FaultOutcome()
        let reference = DriveFacts(try context.undisturbed())
        let recorded = try RecordedPositions()
        for shift in [3600, -3600, 315_532_800, 369_619_200, -619_315_200, 619_315_200] {
            for place in context.isShort ? [300] : [60, 200, 300, 450, 600] {
                let facts = try DriveFacts.driven(
                    recorded.shifted(by: shift, from: place), in: context, controls: ["speech"])
                var problems = facts.newCues(against: reference).map { "\(shift) s at \(place): announced \($0)" }
                if !facts.isArrived { problems.append("\(shift) s at \(place): the destination was not reached") }
                problems += facts.repeatedCues.map { "\(shift) s at \(place): \($0)" }
                if facts.holes > 0 { problems.append("\(shift) s at \(place): gaps in the numbers") }
                outcome.note(problems)
            }
        }
        return outcome
    }
}
