public import NavigationEvents

extension MapFocus: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        switch self {
        case .position: sink.message(1, "position", EmptyMessage())
        case .route: sink.message(2, "route", EmptyMessage())
        // A member of a oneof is written even if it is 0.
        case .step(let number): sink.int32(3, "stepNumber", ifPresent: number)
        case .point(let point): sink.message(4, "point", point)
        }
    }

    /// Reads a message up to the end of the reader.
    public init(from reader: inout WireReader) throws(WireError) {
        self = try reader.require(Self.ifKnown(from: &reader), "part")
    }

    /// Reads a part of the map; `nil` if this version does not know its kind.
    static func ifKnown(from reader: inout WireReader) throws(WireError) -> MapFocus? {
        var focus: MapFocus?
        while let field = try reader.nextField() {
            switch field {
            case 1: focus = try reader.nothing("position", as: .position)
            case 2: focus = try reader.nothing("route", as: .route)
            case 3: focus = try .step(reader.int("stepNumber"))
            case 4: focus = try .point(reader.message("point"))
            default: try reader.skip()
            }
        }
        return focus
    }
}

struct FocusRequest: DescribedMessage {
    var session: Session
    var focus: MapFocus

    init(session: Session, focus: MapFocus) {
        self.session = session
        self.focus = focus
    }

    var request: Request { .focus(session, focus) }

    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.string(1, "session", session.name)
        sink.message(2, "focus", focus)
    }

    init(from reader: inout WireReader) throws(WireError) {
        var session: Session?
        var focus: MapFocus?
        while let field = try reader.nextField() {
            switch field {
            case 1: session = try reader.session("session")
            case 2: focus = try reader.message("focus")
            default: try reader.skip()
            }
        }
        self.session = try reader.require(session, "session")
        self.focus = try reader.require(focus, "focus")
    }
}
