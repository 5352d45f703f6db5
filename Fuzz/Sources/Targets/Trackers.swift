import NavigationEvents
import Platform
@testable import Trackers

extension FuzzTarget {
    /// Any message of a tracker, read in every format and at every path of the listener.
    static let tracker = FuzzTarget(
        name: "tracker", maxBytes: 4096,
        reaches: [
            "TrackerObject", "FormParameters", "OwnTracksMessage", "PlainPosition", "OsmAndRequest",
            "TraccarClientMessage", "TraccarForward", "TrackerTime",
        ]
    ) { bytes throws(FuzzFinding) in
        let query = (try? FormParameters(form: bytes)) ?? FormParameters([])
        // For a fleet, and for the source of one session.
        let (sessions, common) = (DeviceSessions(), DeviceSessions(common: .main))
        _ = OwnTracksMessage.device(topic: String(decoding: bytes, as: UTF8.self))
        for endpoint in [TrackerRequest.Endpoint.root, .traccar, .ownTracks] {
            for request in [
                TrackerRequest(endpoint: endpoint, body: bytes), TrackerRequest(endpoint: endpoint, query: query),
                TrackerRequest(endpoint: endpoint, user: "jane", device: "phone", body: bytes),
            ] {
                try check(request, sessions)
                try check(request, common)
            }
        }
    }

    /// Checks that a position is on Earth and in the range of time, and that an error is one harmless line.
    private static func check(_ request: TrackerRequest, _ sessions: DeviceSessions) throws(FuzzFinding) {
        let position: TrackerPosition?
        do throws(TrackerError) {
            position = try request.position(in: sessions)
        } catch {
            let text = "\(error)"
            try FuzzFinding.unless(
                text == text.printable && text.utf8.count < 1000,
                "an error that steers a terminal: \(text.debugDescription)")
            return
        }
        guard let position else { return }
        try FuzzFinding.unless(position.fix.isPossible, "an impossible fix: \(position)")
        try FuzzFinding.unless(
            position.fix == position.fix.withoutImpossibleNumbers, "an impossible number: \(position)")
        try FuzzFinding.unless(Session(position.session.name) != nil, "an invalid session: \(position)")
    }
}
