import NavigationControl
import NavigationEvents
import Platform
import Supervisor
import TOML

/// Runs the doctor of a control, if the control has one.
enum ControlDoctor {
    /// The timeout of a doctor, in seconds. Python needs some of them on a small computer.
    static let timeoutSeconds = 10.0
    /// The environment variable with the settings of the control, as a JSON object.
    static let settingsVariable = "NAVBUS_SETTINGS"
    private static let maxOutputBytes = 64 * 1024

    /// Runs the doctor of a control and returns its findings; empty if the control has none.
    ///
    /// - Parameters:
    ///   - entry: The control.
    ///   - settings: Its settings in the configuration that is checked; `nil` without a configuration.
    static func findings(
        _ entry: ControlCatalog.Entry, settings: [String: SettingValue]? = nil, timeoutSeconds: Double = timeoutSeconds
    ) async -> [Finding] {
        guard entry.manifest.hasDoctor, let executable = try? entry.program(for: "doctor") else { return [] }
        do throws(ConfigurationError) {
            let outcome = try await OneShot.run(
                executable, ["doctor"], environment: settings.map { [settingsVariable: json($0)] } ?? [:],
                timeoutSeconds: timeoutSeconds, maxOutputBytes: maxOutputBytes)
            return findings(
                String(decoding: outcome.output, as: UTF8.self), exitCode: outcome.exitCode, of: entry, timeoutSeconds)
        } catch {
            return [
                Finding(
                    grade: .fault, subject: "control \(entry.manifest.id)",
                    text: "its doctor cannot be asked: \(error)".printable)
            ]
        }
    }

    private static func json(_ settings: [String: SettingValue]) -> String {
        JSONText.object(settings.sorted { $0.key < $1.key }.map { JSONText.Member($0, $1.json) }).text
    }

    private static func findings(
        _ output: String, exitCode: Int32?, of entry: ControlCatalog.Entry, _ timeoutSeconds: Double
    ) -> [Finding] {
        let (id, subject) = (entry.manifest.id, "control \(entry.manifest.id)")
        var findings: [Finding] = []
        for line in output.split(whereSeparator: \.isNewline) {
            guard let found = ControlFinding(line: line) else {
                findings.append(
                    Finding(
                        grade: .fault, subject: subject,
                        text: "its doctor printed a line that navbus cannot read: \(String(line).printable)",
                        remedy: "check the output of navbus \(id) doctor"))
                break
            }
            findings.append(Finding(found, of: id))
        }
        guard exitCode != 0 else { return findings }
        let ending =
            exitCode.map {
                $0 == 124 ? "does not answer within \(Int(timeoutSeconds.rounded())) s" : "ends with code \($0)"
            } ?? "was killed"
        findings.append(
            Finding(
                grade: .fault, subject: subject, text: "its doctor \(ending)",
                remedy: "check the output of navbus \(id) doctor"))
        return findings
    }
}

extension Finding {
    /// A finding of the doctor of a control.
    init(_ found: ControlFinding, of control: String) {
        let grade: Grade =
            switch found.grade {
            case .fine: .fine
            case .absent: .absent
            case .fault: .fault
            }
        self.init(
            grade: grade, subject: "\(control): \(found.subject.printable)", text: found.text.printable,
            remedy: found.remedy.printable)
    }
}
