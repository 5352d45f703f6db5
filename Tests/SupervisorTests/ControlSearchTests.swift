import Supervisor
import TestSupport
import Testing

@Suite("The places of controls")
struct ControlSearchTests {
    private func places(_ environment: [String: String] = [:], executableFolder: String? = "/opt/x/bin") -> [String] {
        ControlSearch(environment: environment, executableFolder: executableFolder, workingFolder: "/here").places.map {
            "\($0.origin.rawValue) \($0.path)"
        }
    }

    @Test func `the variable comes first, then the user, then navbus itself, then the system`() {
        #expect(
            places(["NAVBUS_CONTROLS_PATH": "/a:/b", "HOME": "/people/ada"]) == [
                "variable /a", "variable /b", "user /people/ada/.local/share/navbus/controls",
                "installed /opt/x/lib/navbus/controls", "system /usr/lib/navbus/controls",
            ])
    }

    @Test func `XDG_DATA_HOME names the folder of the user, unless it is relative`() {
        #expect(places(["XDG_DATA_HOME": "/data/", "HOME": "/people/ada"])[0] == "user /data/navbus/controls")
        #expect(
            places(["XDG_DATA_HOME": "data", "HOME": "/people/ada"])[0]
                == "user /people/ada/.local/share/navbus/controls")
        #expect(places()[0] == "installed /opt/x/lib/navbus/controls")
    }

    @Test
    func `empty parts of the variable are ignored, and relative ones and ~/ are resolved`() {
        let given = places(["NAVBUS_CONTROLS_PATH": ":plugins::../b/:~/mine:", "HOME": "/people/ada"])
        #expect(given.prefix(3) == ["variable /here/plugins", "variable /b", "variable /people/ada/mine"])
        #expect(given.filter { $0.hasPrefix("variable") }.count == 3)
    }

    @Test func `a folder that is named twice is searched once`() {
        let given = places(["NAVBUS_CONTROLS_PATH": "/a:/a/:/usr/lib/navbus/controls"])
        #expect(given == ["variable /a", "variable /usr/lib/navbus/controls", "installed /opt/x/lib/navbus/controls"])
    }

    @Test func `a navbus in /usr/bin has the folder of the system as its own`() {
        #expect(places(executableFolder: "/usr/bin").last?.hasSuffix("/usr/lib/navbus/controls") == true)
        #expect(places(executableFolder: "/usr/bin").filter { $0.hasSuffix(" /usr/lib/navbus/controls") }.count == 1)
    }

    @Test func `a checkout searches its Plugins before lib, an installation after lib`() throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "tree/Plugins/Console/plugin.toml")
        try folder.write("", to: "tree/.build/debug/navbus")
        let tree = places(executableFolder: "\(folder.path)/tree/.build/debug")
        #expect(tree[0] == "checkout \(folder.path)/tree/Plugins")
        try folder.write("", to: "usr1/share/navbus/Plugins/Console/plugin.toml")
        let root = places(executableFolder: "\(folder.path)/usr1/bin")
        #expect(
            root.prefix(2) == [
                "installed \(folder.path)/usr1/lib/navbus/controls",
                "installed \(folder.path)/usr1/share/navbus/Plugins",
            ])
        let given = places(["NAVBUS_DATA": "\(folder.path)/tree"], executableFolder: "\(folder.path)/usr1/bin")
        #expect(given[0] == "checkout \(folder.path)/tree/Plugins")
    }
}
