import Foundation
import TestSupport
import Testing

@Suite struct ProfilesCommandTests {
    @Test func `navbus run accepts a name, navbus profiles lists the names, an unknown name is an error`()
        throws
    {
        let folder = try TemporaryFolder()
        try folder.write("# Nothing but a bus.\n[source]\nkind = \"gpsd\"\nport = 1\n", to: "own/navbus/idle.toml")
        let environment = ["XDG_CONFIG_HOME": "\(folder.path)/own", "NO_COLOR": "1"]
        let list = try BuiltProgram.navbus.run(["profiles"], environment: environment)
        #expect(list.lines.contains { $0.hasPrefix("idle ") && $0.hasSuffix(" Nothing but a bus.") }, "\(list.output)")
        #expect(list.lines.contains { $0.hasPrefix("handlebar ") })
        #expect(list.lines.allSatisfy { !$0.contains("# ") })
        let json = try BuiltProgram.navbus.run(["profiles", "--json"], environment: environment)
        let profiles = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]] ?? []
        #expect(profiles.contains { $0["name"] as? String == "idle" && $0["hidden"] as? Bool == false })

        let run = try BuiltProgram.navbus.start(
            ["run", "--config", "idle", "--run-folder", "\(folder.path)/run"], environment: environment)
        #expect(run.wait { $0.output.contains("bus up") }, "\(run.errors)")
        run.signal(SIGTERM)
        #expect(run.wait().exitCode == 0)
        let wrong = try BuiltProgram.navbus.run(["run", "--config", "idel"], environment: environment)
        #expect(wrong.exitCode == 66)
        #expect(wrong.errors.contains("did you mean \"idle\"?") && wrong.errors.contains("/etc/navbus"))
    }
}
