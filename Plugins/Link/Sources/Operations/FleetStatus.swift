package import Platform

/// The state of one process of a fleet, which answers with it on ``FleetNames/status``. The payload is an object in JSON;
/// ``init(_:)`` ignores unknown members.
package struct FleetStatus: Sendable, Hashable {
    /// How far a process is on its way out of the fleet.
    package enum Phase: String, Sendable, Hashable {
        /// It works.
        case serving
        /// It hands over its partitions, and stores what it has accepted.
        case draining
        /// It has nothing left to do, and may be ended.
        case drained
    }

    /// The task in the fleet, as the setting `role` names it.
    package var role: String
    /// The name, unique in the fleet.
    package var name: String
    /// The version of navbus.
    package var version: String
    /// The process number.
    package var processID: Int
    /// The name of the machine.
    package var host: String
    /// How far it is on its way out of the fleet.
    package var phase = Phase.serving
    /// The numbers of the owned partitions, in order.
    package var partitions: [Int] = []
    /// The figures that the process has.
    package var figures: [FleetFigure: Double] = [:]
    /// The numbers of refused requests, by their code.
    package var refusals: [String: UInt64] = [:]

    /// Makes a status without figures.
    package init(role: String, name: String, version: String, processID: Int, host: String) {
        (self.role, self.name, self.version, self.processID, self.host) = (role, name, version, processID, host)
    }

    /// Removes the partitions and the figures of the present: the worker has ended. What it counted remains.
    mutating func forgetPresent() {
        partitions = []
        figures = figures.filter { $0.key.declaration.isCounter }
    }

    /// The status as JSON.
    package var json: JSONText {
        var members: [JSONText.Member] = [
            .init("role", .string(role)), .init("name", .string(name)), .init("version", .string(version)),
            .init("pid", .integer(processID)), .init("host", .string(host)), .init("phase", .string(phase.rawValue)),
            .init("partitions", .array(partitions.map { .integer($0) })),
        ]
        for figure in FleetFigure.allCases {
            guard let value = figures[figure] else { continue }
            let number: JSONText = Int(exactly: value).map { .integer($0) } ?? .number(value)
            members.append(.init("\(figure.declaration.member)", number))
        }
        let refused = refusals.sorted { $0.key < $1.key }
            .map { code, count -> JSONText in
                ["code": .string(code), "count": .integer(Int(clamping: count))]
            }
        members.append(.init("requestsRefused", .array(refused)))
        return .object(members)
    }

    /// Reads a status; `nil` if the bytes are none.
    package init?(_ bytes: [UInt8]) {
        guard let root = try? JSONDocument(bytes).root, let name = root.member("name")?.text,
            let role = root.member("role")?.text
        else { return nil }
        self.init(
            role: role, name: name, version: root.member("version")?.text ?? "",
            processID: root.member("pid")?.number.flatMap(Int.init(exactly:)) ?? 0,
            host: root.member("host")?.text ?? "")
        phase = root.member("phase")?.text.flatMap(Phase.init) ?? .serving
        partitions = root.member("partitions")?.elements?.compactMap { $0.number.flatMap(Int.init(exactly:)) } ?? []
        for figure in FleetFigure.allCases {
            figures[figure] = root.member(figure.declaration.member)?.number
        }
        for entry in root.member("requestsRefused")?.elements ?? [] {
            guard let code = entry.member("code")?.text else { continue }
            refusals[code] = entry.member("count")?.number.flatMap(UInt64.init(exactly:))
        }
    }
}
