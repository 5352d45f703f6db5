import NavigationEvents
import Platform
import RouteRequests

/// An operation on the drive or on the kept places, as the page requests it: `POST /drive/<name>` with JSON.
enum DriveOperation: Hashable, Sendable {
    /// The name of an operation.
    enum Name: String, CaseIterable, Sendable {
        case search, routes, start, stop, skip, places, save, erase

        /// The name in a path; `nil` for any other path.
        init?(path: String) {
            guard path.hasPrefix("/drive/") else { return nil }
            self.init(rawValue: String(path.dropFirst("/drive/".count)))
        }
    }

    /// A request for routes to choose from.
    struct Wish: Hashable, Sendable {
        /// The stops and the destination, in order.
        var stops: [KeptPlace]
        /// `nil` for that of the present drive, or by car.
        var mode: TravelMode?
        var avoided: Set<RouteAvoidance> = []
        /// Whether the remaining stops of the present drive follow.
        var isAddition = false
    }

    /// Search places.
    case search(String)
    /// Compute routes.
    case routes(Wish)
    /// Start along a route of an offer.
    case start(offer: String, route: Int)
    /// End the drive.
    case stop
    /// Skip the next stopover.
    case skip
    /// List the kept places.
    case places
    /// Keep a place.
    case save(KeptPlace)
    /// Erase a kept place; all of them without an id.
    case erase(id: String?)

    /// The maximum size of a request.
    static let maxBodyBytes = 8192
    /// The maximum length of a text to search, in Unicode scalars.
    static let maxTextScalars = 200
    /// The maximum number of stops in a request.
    static let maxStops = 10
    private static let maxIDBytes = 64

    /// Reads a request; `nil` if a part is missing or outside its bounds.
    init?(_ name: Name, _ body: [UInt8]) {
        guard body.count <= Self.maxBodyBytes, let root = try? JSONDocument(body).root, root.kind == .object else {
            return nil
        }
        switch name {
        case .search:
            guard let text = root.member("text")?.text, text.unicodeScalars.count <= Self.maxTextScalars else {
                return nil
            }
            self = .search(text)
        case .routes:
            guard let wish = Wish(root) else { return nil }
            self = .routes(wish)
        case .start:
            guard let offer = root.member("offer")?.text, offer.utf8.count <= Self.maxIDBytes,
                let number = root.member("route")?.number.flatMap({ Int(exactly: $0) }), (0...9).contains(number)
            else { return nil }
            self = .start(offer: offer, route: number)
        case .stop: self = .stop
        case .skip: self = .skip
        case .places: self = .places
        case .save:
            guard let place = root.member("place").flatMap({ KeptPlace($0) }) else { return nil }
            self = .save(place)
        case .erase:
            if let id = root.member("id")?.text, id.utf8.count <= Self.maxIDBytes {
                self = .erase(id: id)
            } else {
                guard root.member("all")?.flag == true else { return nil }
                self = .erase(id: nil)
            }
        }
    }
}

extension DriveOperation.Wish {
    private static let modes: [String: TravelMode] = ["car": .car, "bicycle": .bicycle, "foot": .foot]

    fileprivate init?(_ root: JSONNode) {
        guard let nodes = root.member("stops")?.elements, (1...DriveOperation.maxStops).contains(nodes.count) else {
            return nil
        }
        stops = nodes.compactMap(KeptPlace.init)
        guard stops.count == nodes.count else { return nil }
        if let word = root.member("mode") {
            guard let known = word.text.flatMap({ Self.modes[$0] }) else { return nil }
            mode = known
        }
        let words = root.member("avoid")?.elements ?? []
        avoided = Set(words.compactMap { $0.text.flatMap(RouteAvoidance.init(rawValue:)) })
        guard avoided.count == words.count else { return nil }
        isAddition = root.member("add")?.flag ?? false
    }
}
