import EventCodec
public import NavigationEvents
import Platform
import ZeroMQ

extension BusClient {
    /// Tells the bus what a control did; never waits.
    ///
    /// The report is kept until the bus has acknowledged it, also over a restart of the bus, and is published once.
    /// While this client waits in ``next(timeout:)`` it is sent again if need be. Unless the report has them, it gets
    /// the number of this process and its own.
    ///
    /// - Returns: `false` if the bus is away. When too many reports wait for it, the oldest one is given up, which is
    ///   counted.
    @discardableResult
    public func report(_ report: ControlReport, session: Session = .main) throws(BusError) -> Bool {
        var report = report
        if report.processID == 0 || report.number == 0 {
            report.processID = currentProcessID()
            report.number = ReportOutbox.nextNumber()
        }
        let id = nextRequestID()
        let bytes = RequestFrame(id: id, request: .report(session, report)).wireBytes()
        if !outbox.add(ReportOutbox.Entry(id: id, bytes: bytes)) { counters.unsentReports += 1 }
        try takeReplies()
        return try sendReports(MonotonicInstant.now.nanoseconds)
    }

    /// Tells the bus that a control is alive; never waits, and nothing comes back.
    ///
    /// - Returns: `false` if there is no bus to tell.
    @discardableResult
    public func sendHeartbeat(_ vitals: ControlVitals, session: Session = .main) throws(BusError) -> Bool {
        let bytes = RequestFrame(id: nextRequestID(), request: .heartbeat(session, vitals)).wireBytes()
        return try transport { () throws(ZeroMQError) in try requests.send(bytes) }
    }

    /// Sends the report that is due; `false` if the bus is away.
    @discardableResult
    func sendReports(_ now: UInt64) throws(BusError) -> Bool {
        guard let entry = outbox.due(now) else { return !outbox.isStuck }
        let isSent = try transport { () throws(ZeroMQError) in try requests.send(entry.bytes) }
        outbox.tried(now, isSent: isSent)
        return isSent
    }

    /// Takes an answer to a report; `false` if it is none.
    func take(acknowledgement answer: ReplyFrame) -> Bool {
        // Who is told to slow down says it again a little later.
        if case .refused(let refusal) = answer.reply, refusal.code == .throttled, outbox.isOnItsWay(answer.id) {
            return true
        }
        guard outbox.acknowledge(answer.id) else { return false }
        if case .refused = answer.reply { counters.refusedReports += 1 }
        do {
            try sendReports(MonotonicInstant.now.nanoseconds)
        } catch {
            // It stays, and is sent when the next one is due.
            counters.malformed += 1
        }
        return true
    }

    /// Sends what is left without waiting for answers: the client ends.
    func sendLastReports() {
        for entry in outbox.unsent {
            do {
                guard try requests.send(entry.bytes) else { return }
            } catch {
                return
            }
        }
    }
}
