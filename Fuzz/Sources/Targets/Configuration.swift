@testable import HapticDevices
@testable import Launcher
@testable import NavigationControl
@testable import NavigationEvents
@testable import Platform
@testable import Positions
@testable import Supervisor
@testable import TOML

extension FuzzTarget {
    /// The configuration that `navbus run` reads.
    static let configuration = FuzzTarget(name: "configuration", maxBytes: 4096) { bytes throws(FuzzFinding) in
        let folder = try ScratchFolder()
        try folder.write(bytes, to: "drive.toml")
        do throws(ConfigurationError) {
            _ = try ConfigurationReader(file: folder.path(of: "drive.toml"), knownControls: ["console", "speech"])
                .configuration()
        } catch {
            try check(error)
        }
    }

    /// A control's `plugin.toml`.
    static let manifest = FuzzTarget(name: "manifest", maxBytes: 4096) { bytes throws(FuzzFinding) in
        let folder = try ScratchFolder()
        try folder.write(bytes, to: "plugin.toml")
        let manifest: ControlManifest
        do throws(ConfigurationError) {
            manifest = try ControlManifest(file: folder.path(of: "plugin.toml"))
        } catch {
            return try check(error)
        }
        let settings = ControlSettings(manifest: manifest, paths: PathResolver(base: "/"))
        let own = Dictionary(manifest.settings.map { ($0.key, $0.defaultValue) }) { first, _ in first }
        try FuzzFinding.unless(own.count == manifest.settings.count, "a setting that is there twice")
        let resolved = try? settings.resolved(own) { ConfigurationError(file: manifest.id, text: "\($0): \($1)") }
        try FuzzFinding.unless(resolved != nil, "a default that the setting itself refuses: \(own)")
    }

    /// Any TOML, with every value read as a setting and the line of each key searched.
    static let toml = FuzzTarget(
        name: "toml", maxBytes: 4096, reaches: ["TOMLReader", "TOMLWord"]
    ) { bytes throws(FuzzFinding) in
        guard let text = String(validating: bytes, as: UTF8.self) else { return }
        do throws(ConfigurationError) {
            let root = try TOMLDocument(text: text, file: "fuzz.toml").root
            for key in try root.flattened().keys.prefix(20) { _ = root.place(of: key) }
            try root.allowOnly(["controls"])
        } catch {
            try check(error)
        }
    }

    /// The values of `--set control.key=value` and `--speed`, devices and headings.
    static let settings = FuzzTarget(name: "settings", maxBytes: 512) { bytes throws(FuzzFinding) in
        let text = String(decoding: bytes, as: UTF8.self)
        let kinds: [(SettingDeclaration.Kind, SettingValue)] = [
            (.text, .text("")), (.path, .text("")), (.bool, .bool(false)), (.integer, .integer(0)),
            (.number, .number(0)), (.list, .list([])),
        ]
        let declarations = kinds.map { kind, value in
            SettingDeclaration(key: kind.rawValue, kind: kind, defaultValue: value, help: "")
        }
        let manifest = ControlManifest(
            id: "speech", summary: "", executable: "", topics: [], settings: declarations)
        let settings = ControlSettings(manifest: manifest, paths: PathResolver(base: "/"))
        if let given = try? SettingOverride(text) {
            for declaration in declarations { _ = settings.value(given.value, for: declaration.key) }
            _ = settings.wanted(given.key)
            if given.isOfNavbus { try set(given) }
        }
        for declaration in declarations { _ = settings.value(text, for: declaration.key) }
        _ = ReplayPace(text)
        _ = try? MetricsAddress(text)
        _ = Timestamp(iso8601: text)
        _ = PathResolver(base: "/tmp").resolve(text)
        _ = NearestWord.find(text, among: ["controls", "source"])
        if let device = DeviceChoice(text) {
            try FuzzFinding.unless(DeviceChoice("\(device)") == device, "a device that reads differently: \(device)")
        }
        if let heading = try? HeadingLine(text) {
            let accuracy = heading.accuracyDegrees ?? 0
            try FuzzFinding.unless(
                (0..<360).contains(heading.degrees) && accuracy >= 0 && accuracy.isFinite, "no heading: \(heading)")
        }
    }

    /// A key that is set on the command line overrides that of the file.
    private static func set(_ given: SettingOverride) throws(FuzzFinding) {
        let keys: [String]
        do throws(ConfigurationError) {
            let document = try TOMLDocument(text: "[source]\nspeed = 1\n[log]\nfile = \"a\"\n", file: "fuzz.toml")
            try document.set(given.key, of: given.control, to: given.value, by: given.text)
            keys = try document.root.section(given.control)?.keys ?? []
        } catch {
            return try check(error)
        }
        try FuzzFinding.unless(keys.contains(given.key), "a key that was set and is not there: \(given.text)")
    }

    /// The standard output of a control, for the log and the terminal.
    static let controlOutput = FuzzTarget(
        name: "control-output", maxBytes: 4096, reaches: ["OutputLimiter"]
    ) { bytes throws(FuzzFinding) in
        var lines = OutputLines()
        var texts = lines.add(bytes.prefix(bytes.count / 2))
        texts += lines.add(bytes.dropFirst(bytes.count / 2))
        if let last = lines.finish() { texts.append(last) }
        for text in texts {
            let isHarmless = text.printable.unicodeScalars.allSatisfy {
                $0.properties.generalCategory != .control || $0 == "\t"
            }
            try FuzzFinding.unless(isHarmless, "text that moves the cursor: \(text.debugDescription)")
            guard let finding = ControlFinding(line: text) else { continue }
            try FuzzFinding.unless(
                ControlFinding(line: finding.line)?.line == finding.line, "a finding that reads differently: \(finding)"
            )
        }
    }

    /// An error names its file and a valid line.
    private static func check(_ error: ConfigurationError) throws(FuzzFinding) {
        let place = error.place
        try FuzzFinding.unless(
            !"\(error)".isEmpty && place?.line ?? 1 > 0 && place?.column ?? 1 > 0, "an error without a place: \(error)")
    }
}
