import EventCodec
public import NavigationEvents
import Platform
import ZeroMQ

extension BusClient {
    /// Sends a report of a control to the bus. Never waits.
    ///
    /// The report is kept until the bus has acknowledged it, also across a restart of the bus, and is published once.
    /// While this client waits in ``next(timeout:)``, the report is sent again if necessary. If the report has no
    /// process or number, it gets that of this process and the next number.
    ///
    /// - Returns: `false` if the bus is away. When too many reports wait, the oldest one is given up and counted.
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
        try handleReplies()
        return try sendReports(MonotonicInstant.now.nanoseconds)
    }

    /// Sends a heartbeat of a control to the bus. Never waits, and gets no answer.
    ///
    /// - Returns: `false` if no bus is connected.
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

    /// Handles an answer to a report; `false` if it is another answer.
    func handle(acknowledgement answer: ReplyFrame) -> Bool {
        // A report that was refused as throttled is sent again a little later.
        if case .refused(let refusal) = answer.reply, refusal.code == .throttled, outbox.isInFlight(answer.id) {
            return true
        }
        guard outbox.acknowledge(answer.id) else { return false }
        if case .refused = answer.reply { counters.refusedReports += 1 }
        do {
            try sendReports(MonotonicInstant.now.nanoseconds)
        } catch {
            // The report stays, and is sent when the next one is due.
            counters.malformed += 1
        }
        return true
    }

    /// Sends the remaining reports without waiting for answers, at the end of the client.
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
