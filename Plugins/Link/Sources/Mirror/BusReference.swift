import EventBus
import NavigationEvents
import Synchronization

/// The bus for its own handler of requests, which exists before the bus.
final class BusReference: Sendable {
    // A reference cycle with the bus, which lives as long as its process, or until `close`.
    private let bus = Mutex<BusServer?>(nil)

    func set(_ bus: BusServer?) { self.bus.withLock { $0 = bus } }

    func answer(_ request: Request, _ handler: FleetRequestHandler) async -> Reply {
        guard let bus = bus.withLock({ $0 }) else {
            return .refused(RequestError(code: .unavailable, text: "the bus is starting; try again in a moment"))
        }
        return await handler.answer(request, bus)
    }
}
