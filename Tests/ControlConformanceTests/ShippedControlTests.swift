import ControlConformance
import NavigationControl
import TestSupport
import Testing

/// Tests of the built controls.
@Suite("The shipped controls reach the grades that their manifests claim")
struct ShippedControlTests {
    @Test func `every shipped control passes each case that it claims`() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for control in Shipped.all { group.addTask { try await Self.judge(control) } }
            try await group.waitForAll()
        }
    }

    private static func judge(_ control: Shipped) async throws {
        let folder = try TemporaryFolder()
        let map = control.name == "Map" ? ["file=\(try RoadMap.write(in: folder))"] : []
        let subject = try TestedControl(path: control.folder, settings: control.settings + map)
        let report = try await ConformanceTestQueue.run(
            // The controls share the code that receives events: one of them shows both ways.
            ConformanceTest(of: subject, isOverBoth: control.name == "Console"))
        #expect(report.isPassed, "\(report.table)")
        // A manifest names each grade that its control reaches.
        #expect(report.claimed.union([.listener]) == report.grades, "\(report.table)")
        let cases = ConformanceTest.cases.map(\.name)
        #expect(report.results.map(\.name).prefix(cases.count) == cases[...])
        let again = report.results.dropFirst(cases.count).map(\.name)
        #expect(Set(again) == Set(control.name == "Console" ? cases.map { $0 + " over ZeroMQ" } : []))
    }
}

/// A control of this repository, with settings that keep it away from the devices of the machine.
struct Shipped: Sendable {
    var name: String
    var settings: [String] = []

    static let all = [
        Shipped(name: "Console"), Shipped(name: "Haptics", settings: ["devices=log"]), Shipped(name: "Lanes"),
        Shipped(name: "Map"),
        // Nothing listens at this port: a router without a server continues.
        Shipped(name: "Router", settings: ["url=http://127.0.0.1:1"]), Shipped(name: "Signs"),
        Shipped(name: "Speech", settings: ["output=none"]), Shipped(name: "Watch"),
        Shipped(name: "Web", settings: ["listen=127.0.0.1:0"]),
    ]

    var folder: String { Checkout.path + "/Plugins/" + name }
}
