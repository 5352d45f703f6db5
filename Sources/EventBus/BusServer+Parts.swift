import Access
import EventCodec
import NavigationEvents
import Platform
import ZeroMQ

extension BusServer {
    /// Handles the next part of a request that is being received, before the rate limit applies; `false` if the message
    /// is another one.
    func handleExpectedPart(_ message: Transport.Message, _ context: RequestContext) -> Bool {
        guard assembly.isOpen(message.connection), message.payload.count <= BusLimits.maxUnsplitRequestBytes,
            let frame = try? RequestFrame(wireBytes: message.payload), case .part(let part) = frame.request,
            assembly.expects(part, id: frame.id, over: message.connection)
        else { return false }
        var context = context
        context.id = frame.id
        handle(frame.request, context, over: message.connection)
        return true
    }

    /// Handles a part of a request. Its sender may send parts.
    func handle(_ part: RequestPart, _ context: RequestContext, over connection: Connections.ID) {
        let isFirst = part.offset == 0
        switch assembly.handle(part, context, over: connection, now: MonotonicInstant.now.nanoseconds) {
        case .passedOver: break
        case .pending:
            if isFirst { admissionControl.chargeParts(context.sender, bytes: Int(clamping: part.totalBytes)) }
        case .refused(let error): answer(.refused(error), to: context)
        case .whole(let bytes): handle(whole: bytes, context, over: connection)
        }
    }

    private func handle(whole bytes: [UInt8], _ context: RequestContext, over connection: Connections.ID) {
        do {
            let request = try Request(wireBytes: bytes)
            if case .part = request {
                answer(refusal(.malformed, "the parts of a request contain another part"), to: context)
                return
            }
            handle(request, context, over: connection)
        } catch {
            counters.malformedRequests += 1
            admissionControl.chargeMalformed(context.sender)
            answer(.refused(RequestError(code: .malformed, text: "failed to \(error)")), to: context)
        }
    }

    /// Refuses the requests whose parts take too long.
    func giveUpOverdueParts() {
        for context in assembly.giveUpOverdue(now: MonotonicInstant.now.nanoseconds) {
            answer(.refused(RequestAssembly.overdueError), to: context)
        }
    }
}
