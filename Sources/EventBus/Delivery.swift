public import EventCodec
public import NavigationEvents

/// A delivery of a ``BusClient``.
public enum Delivery: Sendable, Hashable {
    /// An event. Each is delivered once, in the order of publishing.
    case event(Envelope)
    /// So many events of the wanted topics were lost. The present state follows as events, as far as it is newer than
    /// the events before; ``BusClient/isNavigating`` already has its new value.
    case resynchronized(missed: Int)
    /// The bus was restarted and has this run now. Its present state follows as events.
    case restarted(run: UInt64)
}

/// A delivery whose event is decoded only as far as it is used; see ``BusClient/withNext(timeout:_:)``.
public enum DeliveryView {
    /// An event; see ``Delivery/event(_:)``.
    case event(EnvelopeView)
    /// So many events were lost; see ``Delivery/resynchronized(missed:)``.
    case resynchronized(missed: Int)
    /// The bus was restarted; see ``Delivery/restarted(run:)``.
    case restarted(run: UInt64)
}

extension Delivery {
    /// Lends the delivery as a view.
    func withView<Result>(_ read: (DeliveryView) throws -> Result) throws -> Result {
        switch self {
        case .event(let envelope):
            try envelope.wireBytes().withUnsafeBytes { try read(.event(EnvelopeView(wireBytes: $0))) }
        case .resynchronized(let missed): try read(.resynchronized(missed: missed))
        case .restarted(let run): try read(.restarted(run: run))
        }
    }
}
