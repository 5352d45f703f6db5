import ControlConformance
import NavigationControl
import TestSupport
import Testing

/// Tests of the built controls.
@Suite("The shipped controls pass the conformance test")
struct ShippedControlTests {
    @Test func `every shipped control passes each case that it claims`() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for control in Shipped.all { group.addTask { try await Self.judge(control) } }
            try await group.waitForAll()
        }
    }

    private static func judge(_ control: Shipped) async throws {
        let subject = try TestedControl(path: control.folder, settings: control.settings)
        let report = try await ConformanceTestQueue.run(ConformanceTest(of: subject))
        #expect(report.isPassed, "\(report.table)")
        #expect(report.results.map(\.name) == ConformanceTest.cases.map(\.name))
    }
}

/// A control of this repository, with settings that keep it away from the devices of the machine.
struct Shipped: Sendable {
    var name: String
    var settings: [String] = []

    static let all = [
        Shipped(name: "Console"), Shipped(name: "Haptics", settings: ["devices=log"]), Shipped(name: "Lanes"),
        // Nothing listens at this port: a router without a server continues.
        Shipped(name: "Router", settings: ["url=http://127.0.0.1:1"]), Shipped(name: "Signs"),
        Shipped(name: "Speech", settings: ["output=none"]), Shipped(name: "Watch"),
        Shipped(name: "Web", settings: ["listen=127.0.0.1:0"]),
    ]

    var folder: String { Checkout.path + "/Plugins/" + name }
}
