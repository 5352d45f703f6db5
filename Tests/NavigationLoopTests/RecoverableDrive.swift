import Guidance
import NavigationEvents
import TestSupport

@testable import NavigationLoop

/// A drive in a folder and its published events, for tests that kill and recover the drive.
struct RecoverableDrive {
    static let run: UInt64 = 42

    let folder: TemporaryFolder
    /// The published events, in order: the journal.
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

    /// Processes an input; if given, dies after `count` of its events were published, and recovers.
    mutating func process(_ input: DriveInput, dyingAfter count: Int? = nil) throws {
        let events = try drive.process(input, after: sequence)
        published += count.map { Array(events.prefix($0)) } ?? events
        if count != nil {
            try recoverDrive()
        } else {
            drive.compactLog(after: input, sequence: sequence)
        }
    }

    /// Rewrites the log as if it had grown too long.
    mutating func trim() {
        if let log = drive.log { drive.trim(log, sequence: sequence) }
    }

    /// Processes an input and dies after `count` of its events.
    mutating func lose(_ input: DriveInput, after count: Int) throws {
        published += try drive.process(input, after: sequence).prefix(count)
    }

    /// Kills the drive and recovers it from the same folder.
    mutating func recoverDrive() throws {
        let recovery = recover()
        guard !recovery.unpublished.isEmpty else { return }
        drive.recordResumption(recovery, after: sequence)
        published += recovery.unpublished
    }

    private mutating func recover() -> Drive.Recovery {
        drive = Self.drive(in: folder, isContinued: true, isSimulated)
        let published = published
        return drive.recover { $1 <= published.count && published[Int($1) - 1] == $0 }
    }

    /// Dies while publishing missed events: after another report, only some of them were published.
    mutating func dieWhileRecovering(after count: Int, report: TickedEvent) {
        let recovery = recover()
        published.append(report)
        drive.recordResumption(recovery, after: sequence)
        published += recovery.unpublished.prefix(count)
    }

    static func uninterrupted(_ inputs: [DriveInput]) throws -> [TickedEvent] {
        var state = DriveState(settings: GuidanceSettings())
        return try inputs.flatMap { try state.process($0) }
    }
}

extension [TickedEvent] {
    /// The first difference from another series of events; `nil` if there is none.
    func difference(from other: [TickedEvent]) -> String? {
        if let index = indices.first(where: { !other.indices.contains($0) || self[$0] != other[$0] }) {
            let theirs = other.indices.contains(index) ? "\(other[index])".prefix(200) : "nothing"
            return "event \(index) of \(count) is \("\(self[index])".prefix(200)) and not \(theirs)"
        }
        return other.count > count ? "\(other.count - count) events are missing" : nil
    }
}

extension TickedEvent {
    /// The essential contents of an event.
    var summary: String {
        guard case .navigation(let info) = event else { return "\(event.topic) \(tick)" }
        let cue = info.cue.map { "\($0.reference)" } ?? ""
        return "\(tick) \(info.state) \(info.stopoversReached) \(info.currentStep?.number ?? -1) \(cue)"
    }

    /// The matched position, metres along the route.
    var alongMeters: Double? {
        guard case .navigation(let info) = event else { return nil }
        return info.matched?.distanceAlongRouteMeters
    }
}
