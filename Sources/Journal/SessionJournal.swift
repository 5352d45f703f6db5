/// The journal of one session when it begins or continues.
package struct SessionJournal {
    /// The events.
    package let journal: EventJournal
    /// The numbers of the reports among the events.
    package let reports: ReportDeduplicator
    /// Whether it continues the journal of a bus that was killed.
    package let isContinued: Bool

    /// Makes the journal of a session; without further arguments, of a new one.
    package init(
        _ journal: EventJournal, reports: ReportDeduplicator = ReportDeduplicator(), isContinued: Bool = false
    ) {
        self.journal = journal
        self.reports = reports
        self.isContinued = isContinued
    }
}
