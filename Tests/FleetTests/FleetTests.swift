import Foundation
import TestSupport
import Testing

/// A real cluster of NATS servers, workers, a gateway, and vehicles written from the contract alone. Each scenario compares
/// the events of the fleet, byte for byte, with those of one undisturbed bus: nothing may be lost, doubled or different.
@Suite(.serialized) struct FleetTests {
    /// Something of the fleet fails in the middle of the drives of 24 vehicles.
    @Test(arguments: ["calm", "worker", "checkpoint", "gateway"])
    func `a fleet has the events of one bus`(scenario: String) throws { try run(scenario, vehicles: 24, seconds: 24) }

    @Test(arguments: ["pause", "drain", "bus"])
    func `a fleet that is disturbed for long has the events of one bus`(scenario: String) throws {
        try run(scenario, vehicles: 40, seconds: 45)
    }

    @Test(arguments: ["upgrade", "restart"])
    func `a fleet whose parts are restarted has the events of one bus`(scenario: String) throws {
        try run(scenario, vehicles: 16, seconds: scenario == "upgrade" ? 50 : 30)
    }

    /// A server or a worker without a network, or with a full disk.
    @Test(arguments: ["cut-server", "cut-worker", "disk-server", "disk-servers", "disk-worker"])
    func `a fleet on separate hosts and disks has the events of one bus`(scenario: String) throws {
        guard Self.hasNamespaces else {
            try Test.cancel("this user may not make namespaces of users, networks and mounts")
        }
        try run(scenario, vehicles: 16, seconds: 40)
    }

    private static let hasNamespaces: Bool =
        (try? BuiltProgram(url: URL(filePath: "/usr/bin/unshare")).start([
            "--user", "--map-root-user", "--net", "--mount", "/bin/sh", "-c",
            "mount -t tmpfs none /mnt && ip link add cable0 type veth peer name cable1",
        ]).wait().exitCode) == 0

    @Test func `a worker of 500 vehicles is killed, and the fleet has the events of one bus`() throws {
        try run("worker", vehicles: 500, seconds: 40)
    }

    @Test func `the commands of the example run, and the servers refuse what it forbids`() throws {
        let trial = try BuiltProgram(url: URL(filePath: PythonInterpreter.path)).start([
            "\(Self.checkout)/Tests/FleetTests/Rig/operations.py",
            BuiltProgram.navbus.url.deletingLastPathComponent().path,
        ])
        let outcome = trial.wait(seconds: 300)
        #expect(outcome.exitCode == 0, "\(outcome.output)\(outcome.errors)")
        #expect(outcome.output.contains("ok     the other vehicle stays"))
    }

    private static let checkout = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

    @Test func `independent clients drive sessions over NATS, MQTT and HTTP, and hostile ones disturb nobody`() throws {
        let clients = try start("clients.py")
        let outcome = clients.wait(seconds: 150)
        #expect(outcome.exitCode == 0, "\(outcome.output)\(outcome.errors)")
        #expect(outcome.lines.count == 7)
    }

    @Test func `commands, a vehicle and a router follow sessions of a fleet`() throws {
        let views = try start("views.py")
        let outcome = views.wait(seconds: 250)
        #expect(outcome.exitCode == 0, "\(outcome.output)\(outcome.errors)")
        #expect(outcome.output.contains("ok     the vehicle without guidance speaks the same"))
        #expect(outcome.output.contains("ok     its recording at home has all"))
        #expect(outcome.output.contains("ok     a vehicle off its route"))
    }

    private func start(_ script: String, _ arguments: [String] = []) throws -> RunningProgram {
        let programs = BuiltProgram.navbus.url.deletingLastPathComponent().path
        return try BuiltProgram(url: URL(filePath: PythonInterpreter.path)).start(
            ["\(Self.checkout)/Tests/FleetTests/Rig/\(script)", programs] + arguments)
    }

    /// A trial is repeated if nats-server has split its log: it says nothing about the fleet. Otherwise the first one counts.
    private func run(_ scenario: String, vehicles: Int, seconds: Int) throws {
        var (outcome, attempts) = (try trial(scenario, vehicles, seconds), 1)
        while outcome.exitCode == Self.splitLogStatus, attempts < Self.maxAttempts {
            outcome = try trial(scenario, vehicles, seconds)
            attempts += 1
        }
        #expect(outcome.exitCode == 0, "\(outcome.output)\(outcome.errors)")
        #expect(outcome.output.contains("lost 0, doubled 0, different 0"))
    }

    private func trial(_ scenario: String, _ vehicles: Int, _ seconds: Int) throws -> BuiltProgram.Outcome {
        try start("trial.py", [scenario, "\(vehicles)", "\(seconds)"]).wait(seconds: 400)
    }

    private static let splitLogStatus: Int32 = 3
    private static let maxAttempts = 3
}
