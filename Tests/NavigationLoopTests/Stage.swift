import Guidance
import NavigationEvents
import TestSupport

@testable import NavigationLoop

/// A drive over a folder, and a journal that outlives it: who falls in the middle is put up again.
struct Stage {
    static let run: UInt64 = 42

    let folder: TemporaryFolder
    /// What was published, in order: the journal.
    private(set) var published: [TickedEvent] = []
    private(set) var drive: Drive
    private let isSimulated: Bool

    init(isSimulated: Bool = false) throws {
        folder = try TemporaryFolder()
        self.isSimulated = isSimulated
        drive = Self.drive(in: folder, isContinued: false, isSimulated)
    }

    private static func drive(in folder: TemporaryFolder, isContinued: Bool, _ isSimulated: Bool) -> Drive {
        Drive(
            settings: GuidanceSettings(), isSimulated: isSimulated,
            log: DriveLog(folder: folder.path, run: run, isContinued: isContinued))
    }

    var sequence: UInt64 { UInt64(published.count) }

    /// Takes an input; dies after so many of its events were published, if told to, and rises again.
    mutating func take(_ input: DriveInput, dyingAfter count: Int? = nil) throws {
        let events = try drive.take(input, after: sequence)
        published += count.map { Array(events.prefix($0)) } ?? events
        if count != nil {
            try rise()
        } else {
            drive.tidy(after: input, sequence: sequence)
        }
    }

    /// Begins the log anew, as if it had grown too long.
    mutating func trim() {
        if let log = drive.log { drive.trim(log, sequence: sequence) }
    }

    /// Takes an input and dies after so many of its events.
    mutating func lose(_ input: DriveInput, after count: Int) throws {
        published += try drive.take(input, after: sequence).prefix(count)
    }

    /// Kills the drive and puts up another one over the same folder.
    mutating func rise() throws {
        let inheritance = inherit()
        guard !inheritance.unpublished.isEmpty else { return }
        drive.carryOn(inheritance, after: sequence)
        published += inheritance.unpublished
    }

    private mutating func inherit() -> Drive.Inheritance {
        drive = Self.drive(in: folder, isContinued: true, isSimulated)
        let published = published
        return drive.inherit { $1 <= published.count && published[Int($1) - 1] == $0 }
    }

    /// Dies in the middle of what a predecessor left unpublished: another report came first, then only some came out.
    mutating func fallWhileRising(after count: Int, report: TickedEvent) {
        let inheritance = inherit()
        published.append(report)
        drive.carryOn(inheritance, after: sequence)
        published += inheritance.unpublished.prefix(count)
    }

    static func undisturbed(_ inputs: [DriveInput]) throws -> [TickedEvent] {
        var state = DriveState(settings: GuidanceSettings())
        return try inputs.flatMap { try state.take($0) }
    }
}

extension [TickedEvent] {
    /// Where another stream is not the same, in a few words; `nil` if it is nowhere.
    func difference(from other: [TickedEvent]) -> String? {
        if let index = indices.first(where: { !other.indices.contains($0) || self[$0] != other[$0] }) {
            let theirs = other.indices.contains(index) ? "\(other[index])".prefix(200) : "nothing"
            return "event \(index) of \(count) is \("\(self[index])".prefix(200)) and not \(theirs)"
        }
        return other.count > count ? "\(other.count - count) events are missing" : nil
    }
}

extension TickedEvent {
    /// What matters of an event: what is said, and of what.
    var gist: String {
        guard case .navigation(let info) = event else { return "\(event.topic) \(tick)" }
        let cue = info.cue.map { "\($0.reference)" } ?? ""
        return "\(tick) \(info.state) \(info.stopoversReached) \(info.currentStep?.number ?? -1) \(cue)"
    }

    /// Where on the route one is.
    var alongMeters: Double? {
        guard case .navigation(let info) = event else { return nil }
        return info.matched?.distanceAlongRouteMeters
    }
}
