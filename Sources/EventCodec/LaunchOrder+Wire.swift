public import NavigationEvents

extension LaunchOrder: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        switch self {
        case .plan(let plan): sink.message(1, "plan", WirePlan(plan: plan))
        case .earlierPlan(let values): sink.message(1, "plan", WirePlan(values: values))
        case .begin: sink.message(2, "begin", EmptyMessage())
        case .control(let status): sink.message(3, "control", status)
        case .observer(let status): sink.message(4, "observer", status)
        }
    }

    /// Reads a message up to the end of the reader.
    public init(from reader: inout WireReader) throws(WireError) {
        var order: LaunchOrder?
        while let field = try reader.nextField() {
            switch field {
            case 1:
                let wire: WirePlan = try reader.message("plan")
                order = wire.plan.map { .plan($0) } ?? .earlierPlan(wire.values)
            case 2: order = try reader.nothing("begin", as: .begin)
            case 3: order = try .control(reader.message("control"))
            case 4: order = try .observer(reader.message("observer"))
            default: try reader.skip()
            }
        }
        self = try reader.require(order, "order")
    }
}

/// A plan, or the values that earlier versions sent as the plan.
private struct WirePlan: DescribedMessage {
    var values: [String: SettingValue] = [:]
    var plan: LoopPlan?

    init(plan: LoopPlan) { self.plan = plan }

    init(values: [String: SettingValue]) { self.values = values }

    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.map(1, "values", values)
        guard let plan else { return }
        sink.message(2, "endpoints", plan.endpoints)
        sink.string(3, "session", plan.session.name)
        sink.double(4, "cueTimingFactor", plan.cueTimingFactor)
        sink.message(5, "source", ifPresent: plan.source)
        sink.map(6, "controlSettings", plan.controlSettings.mapValues(SettingMap.init))
        sink.map(7, "controlRoles", plan.controlRoles.mapValues(RoleList.init))
        sink.message(8, "journal", plan.journal)
        sink.message(9, "access", plan.access)
        sink.int32(10, "maxSessions", plan.maxSessions)
        sink.string(11, "resumeKey", plan.resumeKey)
        sink.bool(12, "passesTimeWithPositions", plan.passesTimeWithPositions)
    }

    init(from reader: inout WireReader) throws(WireError) {
        var endpoints: BusEndpoints?
        var session: Session?
        var cueTimingFactor = 0.0
        var source: SourcePlan?
        var controlSettings: [String: SettingMap] = [:]
        var controlRoles: [String: RoleList] = [:]
        var journal: JournalSettings?
        var access: AccessSettings?
        var maxSessions: Int32 = 0
        var resumeKey = ""
        var passesTimeWithPositions = false
        while let field = try reader.nextField() {
            switch field {
            case 1: try reader.entry("values", of: &values)
            case 2: endpoints = try reader.message("endpoints")
            case 3: session = try reader.session("session")
            case 4: cueTimingFactor = try reader.double("cueTimingFactor")
            case 5: source = try reader.message("source")
            case 6: try reader.entry("controlSettings", of: &controlSettings)
            case 7: try reader.entry("controlRoles", of: &controlRoles)
            case 8: journal = try reader.message("journal")
            case 9: access = try reader.message("access")
            case 10: maxSessions = try reader.int32("maxSessions")
            case 11: resumeKey = try reader.string("resumeKey")
            case 12: passesTimeWithPositions = try reader.bool("passesTimeWithPositions")
            default: try reader.skip()
            }
        }
        // Earlier versions sent only the values.
        guard let endpoints else { return }
        values = [:]
        plan = LoopPlan(
            endpoints: endpoints, session: try reader.require(session, "session"), cueTimingFactor: cueTimingFactor,
            source: source, controlSettings: controlSettings.mapValues(\.settings),
            controlRoles: controlRoles.mapValues(\.roles), journal: try reader.require(journal, "journal"),
            access: try reader.require(access, "access"), maxSessions: Int(maxSessions),
            passesTimeWithPositions: passesTimeWithPositions, resumeKey: resumeKey)
    }
}

/// The settings of one control.
private struct SettingMap: DescribedMessage {
    var settings: [String: SettingValue]

    init(_ settings: [String: SettingValue]) { self.settings = settings }

    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.map(1, "settings", settings)
    }

    init(from reader: inout WireReader) throws(WireError) {
        settings = [:]
        while let field = try reader.nextField() {
            switch field {
            case 1: try reader.entry("settings", of: &settings)
            default: try reader.skip()
            }
        }
    }
}

/// The roles of one control.
private struct RoleList: DescribedMessage {
    var roles: [Role]

    init(_ roles: [Role]) { self.roles = roles }

    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.strings(1, "roles", roles.map(\.rawValue))
    }

    init(from reader: inout WireReader) throws(WireError) {
        roles = []
        while let field = try reader.nextField() {
            switch field {
            case 1: try roles.append(reader.member("roles"))
            default: try reader.skip()
            }
        }
    }
}
