import NavigationControl
import NavigationEvents
import Synchronization

/// The routes that the page shows for a choice: they stay here, so that a page cannot start along a route of its own.
final class RouteOffers: Sendable {
    /// Routes with the place whose choice led to them.
    struct Offer: Sendable {
        var routes: [Route]
        var place: KeptPlace
    }

    /// Several pages may choose at the same time.
    private static let maxCount = 4

    private let offers = Mutex<[(id: String, offer: Offer)]>([])

    /// Keeps an offer and returns its id, which nobody can guess.
    func add(_ offer: Offer) -> String {
        let id = AccessToken.random()
        offers.withLock { $0 = $0.suffix(Self.maxCount - 1) + [(id, offer)] }
        return id
    }

    /// The offer of an id; `nil` if newer ones have replaced it.
    func offer(_ id: String) -> Offer? { offers.withLock { $0.first { $0.id == id }?.offer } }
}
