import NavigationEvents

/// The valid journal of one session from an earlier process.
struct RecoveredJournal {
    var segments: [JournalSegment]
    /// The numbers of the session after its last event.
    var state: JournalState
    /// ``EventJournal/oldest(_:)``.
    var oldest: [UInt64]
}
