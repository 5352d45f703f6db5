import Glibc
import NavigationEvents
import Supervisor
import TestSupport
import Testing

@testable import Launcher

/// One after another: a script that a child of another test has inherited while it was written cannot be started.
@Suite(.serialized) struct DoctorFindingTests {
    @Test(arguments: [("2024-06-01", "fault", true), ("2026-06-01", "ok", false), ("2029-10-01", "ok", true)])
    func `the magnetic model is valid for five years`(_ day: String, _ mark: String, _ hasRemedy: Bool) throws {
        let finding = MagneticModelCheck.finding(at: try #require(Timestamp(iso8601: "\(day)T00:00:00Z")))
        #expect((finding.grade == .fine) == (mark == "ok"))
        #expect(finding.remedy.isEmpty != hasRemedy)
    }

    @Test(arguments: ["2031-01-01", "2039-01-01"]) func `an outdated magnetic model is reported`(_ day: String) throws {
        let finding = MagneticModelCheck.finding(at: try #require(Timestamp(iso8601: "\(day)T00:00:00Z")))
        #expect(finding.grade == (day.hasPrefix("2031") ? .absent : .fault))
    }

    /// A control with a script as its doctor.
    private func findings(
        _ script: String, hasDoctor: Bool = true, settings: [String: SettingValue]? = nil,
        timeoutSeconds: Double = ControlDoctor.timeoutSeconds
    ) async throws -> [Finding] {
        let folder = try TemporaryFolder()
        mkdir("\(folder.path)/Braille", 0o755)
        chmod(try folder.write("#!/bin/sh\n" + script, to: "Braille/navbus-braille"), 0o755)
        _ = try folder.write(
            """
            id = "braille"
            summary = "Writes Braille."
            executable = "navbus-braille"
            contract = 1
            topics = []
            doctor = \(hasDoctor)
            """, to: "Braille/plugin.toml")
        let catalog = ControlCatalog(folders: [folder.path], executableFolder: nil)
        return await ControlDoctor.findings(
            try #require(catalog.entries.first), settings: settings, timeoutSeconds: timeoutSeconds)
    }

    @Test func `the findings of the doctor of a control are shown`() async throws {
        let found = try await findings("printf 'fine\\tpaper\\tthere\\nfault\\tink\\tdry\\tbuy some\\n'")
        #expect(found.map(\.grade) == [.fine, .fault])
        #expect(found.map(\.subject) == ["braille: paper", "braille: ink"])
        #expect(found.last?.remedy == "buy some")
    }

    @Test func `a doctor that prints other lines, fails or hangs is a fault`() async throws {
        #expect(try await findings("echo hello").map(\.grade) == [.fault])
        #expect(try await findings("printf 'fine\\ta\\tb\\n'; exit 3").map(\.grade) == [.fine, .fault])
        let hanging = try await findings("sleep 60", timeoutSeconds: 1)
        #expect(hanging.map(\.grade) == [.fault])
        #expect(hanging.first?.text.contains("within 1 s") == true)
    }

    @Test func `the doctor of a control gets the settings of the configuration`() async throws {
        let script = #"printf 'fine\tsettings\t%s\n' "$NAVBUS_SETTINGS""#
        let settings: [String: SettingValue] = ["host": .text("a\"b"), "port": .integer(1883), "tls": .bool(false)]
        #expect(
            try await findings(script, settings: settings).first?.text == #"{"host":"a\"b","port":1883,"tls":false}"#)
        #expect(try await findings(script).first?.text == "")
    }

    @Test func `a control without a doctor is not run`() async throws {
        #expect(try await findings("echo hello", hasDoctor: false).isEmpty)
    }
}
