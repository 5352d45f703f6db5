import EventCodec
import NavigationEvents
import Platform
import ZeroMQ

extension BusServer {
    /// Handles the next part of a request that is being received, before the rate limit applies; `false` if the message
    /// is another one.
    func takeExpectedPart(_ message: Transport.Message, _ question: Question) -> Bool {
        guard assembly.isOpen(message.place), message.payload.count <= BusLimits.largestSmallRequestBytes,
            let frame = try? RequestFrame(wireBytes: message.payload), case .part(let part) = frame.request,
            assembly.expects(part, id: frame.id, over: message.place)
        else { return false }
        var question = question
        question.id = frame.id
        take(frame.request, question, over: message.place)
        return true
    }

    /// Handles a part of a request. Its sender may send parts.
    func take(_ part: RequestPart, _ question: Question, over place: Connections.Place) {
        let isFirst = part.offset == 0
        switch assembly.take(part, question, over: place, now: MonotonicInstant.now.nanoseconds) {
        case .passedOver: break
        case .pending:
            if isFirst { book.chargeParts(question.from, bytes: Int(clamping: part.totalBytes)) }
        case .refused(let error): answer(.refused(error), to: question)
        case .whole(let bytes): take(whole: bytes, question, over: place)
        }
    }

    private func take(whole bytes: [UInt8], _ question: Question, over place: Connections.Place) {
        do {
            let request = try Request(wireBytes: bytes)
            if case .part = request {
                answer(refusal(.malformed, "the parts of a request contain another part"), to: question)
                return
            }
            take(request, question, over: place)
        } catch {
            counters.malformedRequests += 1
            book.chargeMalformed(question.from)
            answer(.refused(RequestError(code: .malformed, text: "failed to \(error)")), to: question)
        }
    }

    /// Refuses the requests whose parts take too long.
    func giveUpOverdueParts() {
        for question in assembly.giveUpOverdue(now: MonotonicInstant.now.nanoseconds) {
            answer(.refused(RequestAssembly.overdueError), to: question)
        }
    }
}
