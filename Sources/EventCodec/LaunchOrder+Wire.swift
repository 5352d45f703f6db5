public import NavigationEvents

extension LaunchOrder: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        switch self {
        case .plan(let values): sink.message(1, "plan", WirePlan(values))
        case .begin: sink.message(2, "begin", EmptyMessage())
        case .control(let status): sink.message(3, "control", status)
        }
    }

    /// Reads a message up to the end of the reader.
    public init(from reader: inout WireReader) throws(WireError) {
        var order: LaunchOrder?
        while let field = try reader.nextField() {
            switch field {
            case 1:
                let plan: WirePlan = try reader.message("plan")
                order = .plan(plan.values)
            case 2: order = try reader.nothing("begin", as: .begin)
            case 3: order = try .control(reader.message("control"))
            default: try reader.skip()
            }
        }
        self = try reader.require(order, "order")
    }
}

/// The settings of a bus that is launched, as on the wire.
private struct WirePlan: DescribedMessage {
    var values: [String: SettingValue]

    init(_ values: [String: SettingValue]) { self.values = values }

    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.map(1, "values", values)
    }

    init(from reader: inout WireReader) throws(WireError) {
        values = [:]
        while let field = try reader.nextField() {
            switch field {
            case 1: try reader.entry("values", of: &values)
            default: try reader.skip()
            }
        }
    }
}
