import EventCodec
import NavigationControl
import NavigationEvents
import Platform
import Synchronization

/// Carries out the lines that a program writes.
final class ProgramOutput: Sendable {
    private let context: ControlContext
    /// Sends a line to the program.
    private let send: @Sendable ([UInt8]) -> Void
    /// Number of lines that were ignored.
    private let ignored = Mutex(0)

    init(_ context: ControlContext, send: @escaping @Sendable ([UInt8]) -> Void) {
        (self.context, self.send) = (context, send)
    }

    /// Carries out a line. One that does not begin with a brace is text for people.
    func take(_ line: [UInt8]) {
        guard line.first == UInt8(ascii: "{") else { return Terminal.line(String(decoding: line, as: UTF8.self)) }
        do throws(LineProblem) {
            switch try LineMessage(line: line) {
            case .report(let report):
                context.reporter(
                    report.kind, effect: report.effect, cue: report.cue, text: report.text,
                    effectNumber: report.effectNumber, requestNumber: report.requestNumber)
            case .request(let request): context.requests.ask(request)
            case .query(let request):
                // The reply as the contract writes it; the lines of a program have no ids.
                context.requests.ask(request) { [send] in send(Array(ReplyFrame(id: 0, reply: $0).json().utf8)) }
            }
        } catch {
            complain(error, line)
        }
    }

    /// Warns of the first ignored line, and then each time their number has doubled.
    private func complain(_ problem: LineProblem, _ line: [UInt8]) {
        let count = ignored.withLock { count in
            count += 1
            return count
        }
        guard count & (count - 1) == 0 else { return }
        let start = String(decoding: line.prefix(80), as: UTF8.self).printable
        context.reporter(
            .warning, text: "a line of the program is ignored (\(count) so far): \(problem.text): \(start)")
    }
}
