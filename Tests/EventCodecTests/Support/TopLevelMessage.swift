import EventCodec
import NavigationEvents

/// A top-level message: it has a JSON form.
protocol TopLevelMessage: WireMessage, Arbitrary, Hashable {
    func json() -> String
}

extension Envelope: TopLevelMessage {}
extension Snapshot: TopLevelMessage {}
extension LaunchOrder: TopLevelMessage {}
extension RequestFrame: TopLevelMessage {}
extension ReplyFrame: TopLevelMessage {}

/// The top-level messages, by the names of the contract.
enum TopLevel {
    static let all: [any TopLevelMessage.Type] = [
        Envelope.self, Snapshot.self, RequestFrame.self, ReplyFrame.self, LaunchOrder.self,
    ]

    static func type(named name: String) -> (any TopLevelMessage.Type)? { all.first { "\($0)" == name } }
}
