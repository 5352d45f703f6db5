import CommandOutput
import EventBus
import Foundation
import NavigationControl
import NavigationEvents
import Platform
import Supervisor
import TOML
import TestSupport
import Testing

@testable import Launcher
@testable import navbus

@Suite("The output of navbus controls")
struct ControlListTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(_ id: String, in name: String, extra: String = "", isRunnable: Bool = true) throws {
        try folder.write(
            """
            id = "\(id)"
            summary = "Does what \(id) does, which takes so many words that they do not fit into a line of a terminal."
            executable = "run"
            contract = 1
            topics = ["onGPS"]
            \(extra)
            """, to: "\(name)/plugin.toml")
        if isRunnable { try folder.write("#!/bin/sh\n", to: "\(name)/run", mode: 0o755) }
    }

    private func list(_ running: [String: ControlStatus] = [:], only ids: [String] = []) -> ControlList {
        let places = [
            ControlSearch.Place(path: "\(folder.path)/mine", origin: .user),
            ControlSearch.Place(path: "\(folder.path)/system", origin: .system),
        ]
        return ControlList(catalog: ControlCatalog(places: places, executableFolder: nil), running: running, only: ids)
    }

    private func lines(_ list: ControlList, withSettings: Bool = false) -> [String] {
        list.lines(withSettings: withSettings, width: 80, style: Style(isColored: false))
    }

    /// A list with a running control of the user, one without executable, a broken one, a hidden one, and one that runs
    /// without being installed.
    private func whole() throws -> ControlList {
        try folder.write("", to: "system/README")
        try write("lamp", in: "mine/Lamp", extra: "version = \"2.1\"")
        try write("lamp", in: "system/Lamp")
        try write("bell", in: "system/Bell", isRunnable: false)
        try folder.write("id = 1\n", to: "system/Horn/plugin.toml")
        return list([
            "lamp": ControlStatus(control: "lamp", state: .running),
            "guest": ControlStatus(control: "guest", state: .running),
        ])
    }

    @Test func `each control has a line with state, origin, version and contract in 80 columns`() throws {
        let lines = lines(try whole())
        let words = lines.map { $0.split(separator: " ").prefix(5).map(String.init) }
        #expect(words[0] == ["CONTROL", "STATE", "ORIGIN", "VERSION", "CONTRACT"])
        #expect(words[1] == ["bell", "missing", "system", "-", "1"])
        #expect(words[2] == ["lamp", "running", "user", "2.1", "1"])
        #expect(words[3].prefix(4) == ["guest", "running", "by", "itself"])
        #expect(words[4].prefix(3) == ["Horn", "broken", "system"])
        #expect(lines.allSatisfy { $0.count <= 80 }, "\(lines)")
        #expect(lines[1].hasSuffix("…"))
    }

    @Test func `broken, missing and hidden controls are reported with file and remedy`() throws {
        let text = try whole().warnings.joined(separator: "\n")
        #expect(text.contains("system/Horn/plugin.toml:1:1: \"id\" must be a text in quotes"), "\(text)")
        #expect(
            text.contains("system/Bell/plugin.toml: there is no \(folder.path)/system/Bell/run: build it"), "\(text)")
        #expect(
            text.contains(
                "system/Lamp/plugin.toml: is hidden, since \(folder.path)/mine/Lamp/plugin.toml has the id lamp"))
    }

    @Test func `settings are shown with type, range, choices and default`() throws {
        try write(
            "lamp", in: "mine/Lamp",
            extra: """
                [settings.level]
                type = "number"
                default = 0.5
                min = 0
                max = 1
                help = "How bright."
                [settings.color]
                type = "text"
                default = "red"
                choices = ["red", "green"]
                help = "Which."
                """)
        let lines = lines(list(), withSettings: true)
        #expect(lines.contains("    level = 0.5  (number: from 0 to 1)  How bright."), "\(lines)")
        #expect(lines.contains("    color = \"red\"  (text: red, green)  Which."))
    }

    @Test func `the whole list is available as JSON`() throws {
        let object = try JSONSerialization.jsonObject(with: Data(whole().json.text.utf8)) as? [String: Any] ?? [:]
        let controls = object["controls"] as? [[String: Any]] ?? []
        #expect(controls.map { $0["id"] as? String } == ["bell", "lamp"])
        #expect(controls.map { $0["state"] as? String } == ["missing", "running"])
        #expect(controls.map { $0["origin"] as? String } == ["system", "user"])
        #expect((object["hidden"] as? [[String: Any]])?.first?["state"] as? String == "hidden")
        let broken = try #require((object["broken"] as? [[String: Any]])?.first)
        #expect(broken["line"] as? Int == 1 && broken["column"] as? Int == 1)
    }

    @Test func `without a terminal the summary is not cut`() throws {
        try write("lamp", in: "mine/Lamp")
        let lines = list().lines(withSettings: false, width: nil, style: Style(isColored: false))
        #expect(lines[1].hasSuffix("fit into a line of a terminal."))
    }

    @Test func `a named control is shown alone; an unknown name gives a similar one`() throws {
        _ = try whole()
        let bell = list(only: ["bell"])
        #expect(lines(bell).count == 2 && lines(bell)[1].hasPrefix("bell "))
        #expect(bell.warnings.count == 1 && bell.warnings[0].contains("Bell"))
        #expect(lines(list(only: ["horn"])).last?.hasPrefix("Horn") == true)
        try list(only: ["bell", "horn"]).check()
        let error = #expect(throws: ConfigurationError.self) { try list(only: ["lmap"]).check() }
        #expect(error?.text == "there is no control of this name; did you mean \"lamp\"?")
    }

    @Test func `a silent control is not shown as running`() throws {
        try write("lamp", in: "mine/Lamp")
        let status = ControlStatus(control: "lamp", state: .running, heartbeatAgeSeconds: 46)
        #expect(lines(list(["lamp": status]))[1].contains(" silent "))
    }

    @Test func `control characters of foreign texts are made visible`() throws {
        try folder.write(
            "id = \"x\"\nsummary = \"\\u001b[2J\"\nexecutable = \"run\"\ncontract = 1\n", to: "mine/x/plugin.toml")
        #expect(lines(list()).allSatisfy { !$0.contains("\u{1B}") })
    }

    @Test
    func
        `as a command: the shipped ones have the version of navbus, a control of one's own is found, JSON is one line`()
        throws
    {
        try write("lamp", in: "mine/Lamp")
        try folder.write("id = \"horn\"\n", to: "mine/Horn/plugin.toml")
        let environment = [
            "NAVBUS_CONTROLS_PATH": "\(folder.path)/mine", "NO_COLOR": "1",
            "NAVBUS_ENDPOINT": "ipc://\(folder.path)/none",
        ]
        let outcome = try BuiltProgram.navbus.run(["controls"], environment: environment)
        #expect(outcome.exitCode == 0)
        #expect(outcome.lines.contains { $0.hasPrefix("lamp ") && $0.contains(" variable ") }, "\(outcome.output)")
        #expect(outcome.lines.contains { $0.hasPrefix("console ") && $0.contains(" \(Version.current) ") })
        #expect(outcome.errors.contains("Horn/plugin.toml:1:1: "), "\(outcome.errors)")
        let json = try BuiltProgram.navbus.run(["controls", "--json"], environment: environment)
        #expect(json.lines.count == 1)
        #expect(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) is [String: Any])
    }

    @Test func `no control can have the name of a section or a command`() {
        for name in ConfigurationReader.sections + ControlProgram.commands + ["controls"] {
            #expect(ControlManifest.reservedIDs.contains(name), "\(name)")
        }
    }
}
