import HTTPServer
import Platform

/// The reply to a ``DriveOperation``: JSON, also for a failure, so that the page can put it into its own words.
struct DriveReply: Sendable {
    /// Why an operation failed. The page has a sentence for each.
    enum Problem: String, CaseIterable, Sendable {
        /// There is no region in which to search.
        case noRegion
        /// A region cannot be searched.
        case badRegion
        /// No control with the role router is installed.
        case noRouter
        /// The router found no route, or no server.
        case noRoute
        /// There is no recent position.
        case noPosition
        /// The offer of routes is too old.
        case oldOffer
        /// The drive has too many stops.
        case manyStops
        /// Too many requests, or a request of the same kind is being answered.
        case busy
        /// The bus does not answer, or refuses.
        case noBus
        /// The kept places cannot be written, or are switched off.
        case notKept
    }

    var status = 200
    var content: [JSONText.Member] = []

    static let done = DriveReply()

    init(_ content: [JSONText.Member] = []) { self.content = content }

    /// A failure, with a text in English about its cause.
    init(_ problem: Problem, _ text: String = "", content: [JSONText.Member] = []) {
        self.content =
            content + [.init("problem", .string(problem.rawValue)), .init("text", .string(text.printable(upTo: 400)))]
    }

    var http: HTTPReply { HTTPReply("application/json", .bytes(JSONText.object(content).bytes), status: status) }
}
