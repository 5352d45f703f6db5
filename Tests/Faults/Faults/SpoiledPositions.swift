import Foundation
import TestSupport

/// Fault 13: two or more false fixes.
struct SpoiledPositions: Fault {
    let number = 13
    let title = "5 km jump, frozen, time back, nonsense with a valid checksum"
    let passes = "no false announcement, and the same position after 3 good fixes"

    func inflict(in arena: Arena) throws -> FaultOutcome {
        var outcome = FaultOutcome()
        let reference = DriveFacts(try arena.undisturbed())
        let tape = try PositionTape()
        let places = arena.isShort ? [300] : [60, 200, 300, 450, 600]
        for lie in PositionTape.Lie.allCases {
            for place in places {
                let facts = try DriveFacts.driven(tape.spoiled(lie, at: place, count: 2), in: arena)
                var problems = facts.newCues(against: reference).map { "\(lie) at \(place): announced \($0)" }
                if !facts.isArrived { problems.append("\(lie) at \(place): the destination was not reached") }
                let apart = facts.apart(from: reference, at: tape.seconds(place + 5))
                if apart > 20 { problems.append("\(lie) at \(place): \(apart) m apart three fixes later") }
                outcome.note(problems)
            }
        }
        return outcome
    }
}

/// Fault 14: no positions for a while.
struct Outages: Fault {
    let number = 14
    let title = "no positions for 1 to 300 s, cold start"
    let passes = "no false or repeated announcement, loss of the position announced once, arrived"

    func inflict(in arena: Arena) throws -> FaultOutcome {
        var outcome = FaultOutcome()
        let reference = DriveFacts(try arena.undisturbed())
        let tape = try PositionTape()
        for length in arena.isShort ? [5, 30] : [1, 3, 5, 10, 30, 60, 120, 300] {
            // The drive must continue after the gap.
            let last = min(420, tape.count - length - 60)
            for place in arena.isShort ? [300] : [0, 100, min(300, last - 50), last] {
                let facts = try DriveFacts.driven(
                    tape.cut(at: place, count: length), in: arena, controls: ["speech"])
                var problems = facts.isArrived ? [] : ["\(length) s at \(place): the destination was not reached"]
                let foreign = facts.newCues(against: reference)
                // With a later beginning, the first announcements may differ.
                if place > 0 { problems += foreign.map { "\(length) s at \(place): announced \($0)" } }
                // The position is estimated for a minute; then it becomes unreliable once.
                if place > 0, length > 60 ? facts.losses != 1 : facts.losses > 0 {
                    problems.append("\(length) s at \(place): the position became unreliable \(facts.losses) times")
                }
                problems += facts.saidTwice.map { "\(length) s at \(place): \($0)" }
                outcome.note(problems)
            }
        }
        return outcome
    }
}

/// Fault 15: the clock of the receiver changes during a drive.
struct SetClocks: Fault {
    let number = 15
    let title = "clock ± 1 h, + 10 years, 2038, GPS week rollover"
    let passes = "no false or repeated announcement, order by number, arrived"

    func inflict(in arena: Arena) throws -> FaultOutcome {
        var outcome = FaultOutcome()
        let reference = DriveFacts(try arena.undisturbed())
        let tape = try PositionTape()
        for shift in [3600, -3600, 315_532_800, 369_619_200, -619_315_200, 619_315_200] {
            for place in arena.isShort ? [300] : [60, 200, 300, 450, 600] {
                let facts = try DriveFacts.driven(
                    tape.shifted(by: shift, from: place), in: arena, controls: ["speech"])
                var problems = facts.newCues(against: reference).map { "\(shift) s at \(place): announced \($0)" }
                if !facts.isArrived { problems.append("\(shift) s at \(place): the destination was not reached") }
                problems += facts.saidTwice.map { "\(shift) s at \(place): \($0)" }
                if facts.holes > 0 { problems.append("\(shift) s at \(place): gaps in the numbers") }
                outcome.note(problems)
            }
        }
        return outcome
    }
}
