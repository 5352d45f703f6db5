import Foundation
import Platform
import TestSupport
import Testing

/// `navbus session`, and other commands with sessions that were opened on a running bus.
@Suite struct SessionCommandTests {
    @Test func `sessions are opened, guided, shown and closed`() throws {
        let run = try SupervisedRun()
        let bus = try run.start(controls: [])
        defer {
            bus.signal(SIGTERM)
            _ = bus.wait()
        }
        #expect(eventually { run.status() != nil })
        let navbus = { (arguments: [String]) in
            try BuiltProgram.navbus.run(arguments, environment: run.environment)
        }
        #expect(try navbus(["session", "open", "taxi-7", "taxi-8"]).output == "opened: taxi-7\nopened: taxi-8\n")
        #expect(try navbus(["session", "open", "taxi-8"]).exitCode == 0, "opening a session twice is no error")
        #expect(try navbus(["start", SupervisedRun.example("route.json"), "--session", "taxi-8"]).exitCode == 0)
        let inSession = { (name: String, arguments: [String]) in
            try BuiltProgram.navbus.run(
                arguments, environment: run.environment.merging(["NAVBUS_SESSION": name]) { $1 })
        }
        #expect(try inSession("taxi-8", ["stop"]).exitCode == 0)
        #expect(try inSession("taxi-8", ["start", SupervisedRun.example("route.json")]).exitCode == 0)
        let wrong = try inSession("Taxi 8", ["stop"])
        #expect(wrong.exitCode == 64 && wrong.errors.contains("NAVBUS_SESSION is \"Taxi 8\""), "\(wrong)")
        let list = try navbus(["session", "list"]).output.split(separator: "\n")
        #expect(list.map { $0.split(separator: ":")[0] } == ["session main", "session taxi-7", "session taxi-8"])
        #expect(list.last?.contains("enroute") == true && list[1].contains("stopped"))
        let one = try navbus(["status", "--session", "taxi-8"])
        #expect(one.output.hasPrefix("session taxi-8: enroute") && one.output.split(separator: "\n").count == 1)
        #expect(try navbus(["status"]).output.contains("sessions: 3 in all, 2 of them navigating"))
        #expect(try navbus(["session", "list", "--json"]).output.contains("\"taxi-7\""))
        #expect(try navbus(["session", "close", "taxi-7", "taxi-8"]).exitCode == 0)
        let gone = try navbus(["status", "--session", "taxi-8"])
        #expect(gone.exitCode == 76 && gone.errors.contains("taxi-8") && gone.errors.contains("session list"))
        let own = try navbus(["session", "close", "main"])
        #expect(own.exitCode == 76 && own.errors.contains("main"))
        #expect(try navbus(["session", "open", "Taxi 9"]).exitCode == 64)
        #expect(try navbus(["session", "open"]).exitCode == 64)
    }
}
