import EventCodec
import NavigationEvents
import Platform

/// A line that a program writes: a report, or a request. The names are those of the contract in JSON.
enum LineMessage {
    /// The values of a report that belong to the program.
    struct Report {
        var kind: ReportKind
        var effect: String
        var cue: CueReference?
        var text: String
        var effectNumber: UInt64
        var requestNumber: UInt64
    }

    case report(Report)
    case request((Session) -> Request)
    /// A request whose reply the program gets.
    case query((Session) -> Request)

    /// Maximum bytes of a line.
    static let maxBytes = 64 * 1024

    /// Reads a line.
    init(line: [UInt8]) throws(LineProblem) {
        guard line.count <= Self.maxBytes else { throw LineProblem("it is longer than \(Self.maxBytes) bytes") }
        let root: JSONNode
        do throws(JSONError) {
            root = try JSONDocument(line).root
        } catch {
            throw LineProblem("it is not JSON (\(error.text))")
        }
        if let report = root.member("report") {
            self = .report(try LineFields(report, "report").report())
        } else if let request = root.member("request") {
            let fields = try LineFields(request, "request")
            if let query = try fields.query() { self = .query(query) } else { self = .request(try fields.request()) }
        } else {
            throw LineProblem("it has neither \"report\" nor \"request\"")
        }
    }
}

/// The reason for which a line of a program is not carried out.
struct LineProblem: Error, Hashable {
    let text: String

    init(_ text: String) { self.text = text }
}

extension JSONError {
    fileprivate var text: String {
        switch self {
        case .syntax(let problem, let offset): "byte \(offset + 1): \(problem)"
        case .tooManyValues: "it has too many values"
        }
    }
}
