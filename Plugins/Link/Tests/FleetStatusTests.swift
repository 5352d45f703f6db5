import Foundation
import Platform
import Testing

@testable import Link

@Suite struct FleetStatusTests {
    private static let full = {
        var status = FleetStatus(role: "both", name: "worker-1", version: "1.0", processID: 42, host: "machine.example")
        status.phase = .draining
        status.partitions = [3, 255]
        for (index, figure) in FleetFigure.allCases.enumerated() { status.figures[figure] = Double(index) + 0.5 }
        status.refusals = ["forbidden": 2, "malformed": 7]
        return status
    }()

    @Test func `a status is read as it was written`() {
        #expect(FleetStatus(Self.full.json.bytes) == Self.full)
    }

    @Test func `unknown and missing members are ignored`() {
        let text = #"{"name":"g","role":"gateway","new":[1],"phase":"later","pid":1e99,"lagSeconds":null}"#
        #expect(
            FleetStatus(Array(text.utf8))
                == FleetStatus(role: "gateway", name: "g", version: "", processID: 0, host: ""))
    }

    @Test(arguments: ["", "[]", "{}", #"{"name":1,"role":"worker"}"#, #"{"name":"w"}"#, "{"])
    func `other payloads are no status`(text: String) {
        #expect(FleetStatus(Array(text.utf8)) == nil)
    }

    @Test func `every figure has a name of its own`() {
        #expect(Set(FleetFigure.allCases.map { "\($0.declaration.member)" }).count == FleetFigure.allCases.count)
        #expect(Set(FleetFigure.allCases.map(\.declaration.metric)).count == FleetFigure.allCases.count)
    }

    @Test func `a worker that has ended keeps what it counted`() {
        var status = Self.full
        status.forgetPresent()
        #expect(status.partitions.isEmpty && status.figures[.sessions] == nil && status.figures[.lagSeconds] == nil)
        #expect(status.figures[.eventsPublished] == Self.full.figures[.eventsPublished])
    }

    @Test func `all figures are metrics, and all names of metrics are declared`() {
        let lines = FleetMetrics([Self.full]).text.split(separator: "\n")
        let names = Set(lines.filter { $0.hasPrefix("# TYPE ") }.map { String($0.split(separator: " ")[2]) })
        #expect(names == FleetMetrics.names)
        #expect(lines.contains("navbus_fleet_sessions{name=\"worker-1\"} 4.5"))
        #expect(lines.contains("navbus_fleet_requests_refused_total{name=\"worker-1\",code=\"malformed\"} 7"))
        #expect(lines.contains("navbus_fleet_serving{name=\"worker-1\"} 0"))
    }

    @Test func `the dashboard refers only to metrics that exist, and to each figure`() throws {
        let root = URL(filePath: #filePath).pathComponents.dropLast(4).joined(separator: "/").dropFirst()
        let path = "\(root)/packaging/grafana/navbus-fleet.json"
        let dashboard = try String(contentsOf: URL(filePath: path), encoding: .utf8)
        let used = Set(dashboard.matches(of: /navbus_\w+/).map { String($0.output) })
        #expect(used.subtracting(FleetMetrics.names) == [])
        #expect(FleetMetrics.names.subtracting(used) == [])
        _ = try JSONDocument(Array(dashboard.utf8))
    }

    @Test func `the table has a line for each process, and counts partitions without an owner`() {
        var gateway = FleetStatus(role: "gateway", name: "gateway", version: "1.0", processID: 1, host: "a")
        gateway.figures[.requestsAccepted] = 12
        let lines = FleetTable([gateway, Self.full]).lines
        #expect(lines.count == 4)
        #expect(lines[0].hasPrefix("NAME      ROLE     PHASE "))
        #expect(
            lines[1].split(separator: " ").map(String.init) == [
                "gateway", "gateway", "serving", "a", "1.0", "-", "-", "-", "-", "-", "12", "-", "-",
            ])
        #expect(lines[3] == "sessions 4, partitions 2 of 256; 254 have no owner: is a worker running?")
    }

    @Test func `the counters of partitions are added`() {
        var sum = PartitionRun.Counters(carriedOut: 1, repeated: 2, notOpen: 3, refused: 4, malformed: 5)
        sum.add(.init(carriedOut: 10, repeated: 20, notOpen: 30, refused: 40, malformed: 50))
        #expect(sum == .init(carriedOut: 11, repeated: 22, notOpen: 33, refused: 44, malformed: 55))
    }
}
