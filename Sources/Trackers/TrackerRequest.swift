import NavigationEvents

/// An HTTP request of a tracker, as ``TrackerListener`` receives it.
struct TrackerRequest: Hashable, Sendable {
    /// A path of the listener.
    enum Endpoint: Hashable, Sendable {
        /// `/`: OsmAnd, Traccar Client and plain JSON.
        case root
        /// `/traccar`: the forwarding of a Traccar server.
        case traccar
        /// `/owntracks`: the HTTP mode of OwnTracks.
        case ownTracks

        /// The endpoint of a path; `nil` if there is none.
        init?(path: String) {
            switch path {
            case "/": self = .root
            case "/traccar": self = .traccar
            case "/owntracks": self = .ownTracks
            default: return nil
            }
        }

        /// The allowed methods.
        var methods: [String] { self == .root ? ["GET", "POST"] : ["POST"] }
    }

    var endpoint: Endpoint
    /// The parameters of the query, without the token.
    var query = FormParameters([])
    /// The headers `X-Limit-U` and `X-Limit-D`.
    var user: String?
    var device: String?
    var body: [UInt8] = []

    /// The position; `nil` for a message of OwnTracks without one.
    func position(in sessions: DeviceSessions) throws(TrackerError) -> TrackerPosition? {
        switch endpoint {
        case .root: try rootPosition(in: sessions)
        case .traccar: try TraccarForward.position(json: body, in: sessions)
        case .ownTracks: try OwnTracksMessage.position(json: body, device: try ownTracksDevice, in: sessions)
        }
    }

    /// A body that begins as an object is JSON, whatever its `Content-Type`: `curl -d` calls it a form. As in Traccar, the
    /// form counts only without a query.
    private func rootPosition(in sessions: DeviceSessions) throws(TrackerError) -> TrackerPosition {
        guard body.first(where: { !" \t\r\n".utf8.contains($0) }) == UInt8(ascii: "{") else {
            let parameters = query.all.isEmpty ? try FormParameters(form: body) : query
            return try OsmAndRequest.position(parameters, in: sessions)
        }
        let message = try TrackerObject(json: body)
        guard try message.object("location") == nil else {
            return try TraccarClientMessage.position(of: message, in: sessions)
        }
        return try PlainPosition.position(of: message, device: nil, in: sessions)
    }

    /// The device of OwnTracks: that of the headers, else that of the parameters `u` and `d`; `nil` if neither is complete.
    private var ownTracksDevice: String? {
        get throws(TrackerError) {
            if let user, let device { return "\(user)/\(device)" }
            guard let user = try query.text("u"), let device = try query.text("d") else { return nil }
            return "\(user)/\(device)"
        }
    }
}
