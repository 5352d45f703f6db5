import Launcher
import CommandOutput
import NavigationControl
import NavigationEvents
import Platform
import Supervisor
import TOML

/// The list of installed and running controls, for people and for programs.
struct ControlList {
    /// The row of one control.
    struct Row {
        var id: String
        var state: String
        var origin: String
        var version: String
        var contract: String
        var summary: String
        var entry: ControlCatalog.Entry?
    }

    private let catalog: ControlCatalog
    private let running: [String: ControlStatus]
    private let ids: Set<String>

    /// - Parameters:
    ///   - catalog: The installed controls.
    ///   - running: The controls in the status of the bus, by id.
    ///   - ids: The selected controls; all if empty.
    init(catalog: ControlCatalog, running: [String: ControlStatus], only ids: [String] = []) {
        self.catalog = catalog
        self.running = running
        self.ids = Set(ids)
    }

    private func isSelected(_ id: String) -> Bool { ids.isEmpty || ids.contains(id) }

    private var entries: [ControlCatalog.Entry] { catalog.entries.filter { isSelected($0.manifest.id) } }
    private var hidden: [ControlCatalog.Entry] { catalog.hidden.filter { isSelected($0.manifest.id) } }

    /// The selected controls that cannot be used.
    private var refusals: [ControlCatalog.Refusal] {
        ids.isEmpty
            ? catalog.refusals
            : catalog.refusals.filter { refusal in
                ids.contains { catalog.refusal($0)?.error == refusal.error }
            }
    }

    /// Throws if a selected control is neither installed nor broken nor running.
    func check() throws(ConfigurationError) {
        for id in ids.sorted() where catalog.entry(id) == nil && catalog.refusal(id) == nil && running[id] == nil {
            let known = catalog.entries.map(\.manifest.id)
            let hint = NearestWord.find(id, among: known).map { "did you mean \"\($0)\"?" }
            throw ConfigurationError(
                file: "controls \(id)",
                text: "there is no control of this name; \(hint ?? "navbus controls lists them")", isAboutAccess: true)
        }
    }

    /// The installed controls sorted by id, then those that run without being installed, then those that cannot be
    /// used.
    var rows: [Row] {
        let installed = entries.map { entry in
            let manifest = entry.manifest
            return Row(
                id: manifest.id, state: state(of: entry), origin: entry.origin.rawValue,
                version: Self.version(of: entry),
                contract: "\(manifest.contractVersion)", summary: manifest.summary, entry: entry)
        }
        let external = running.values.filter { catalog.entry($0.control) == nil && isSelected($0.control) }.sorted {
            $0.control < $1.control
        }.map {
            Row(id: $0.control, state: $0.stateForPeople, origin: "by itself", version: "", contract: "", summary: "")
        }
        let broken = refusals.map { refusal in
            Row(
                id: refusal.name, state: "broken", origin: refusal.origin.rawValue, version: "", contract: "",
                summary: "see the warning below")
        }
        return installed + external + broken
    }

    /// The version of a control. A control next to navbus is part of it, and has its version.
    private static func version(of entry: ControlCatalog.Entry) -> String {
        guard entry.manifest.version.isEmpty, let executable = entry.executable else { return entry.manifest.version }
        return InstalledFiles.parent(of: executable) == InstalledFiles.executableFolder ? Version.current : ""
    }

    /// The state of a control; `missing` if its executable is missing.
    private func state(of entry: ControlCatalog.Entry) -> String {
        if entry.executable == nil { return "missing" }
        return running[entry.manifest.id]?.stateForPeople ?? "installed"
    }

    /// A line for each control that cannot be used or is hidden, with the remedy.
    var warnings: [String] {
        let missing = entries.compactMap { entry in
            entry.missing.map { "\(entry.file): \($0)".printable }
        }
        let hidden = hidden.map { entry in
            let first = catalog.entry(entry.manifest.id)?.file ?? "another one"
            return "\(entry.file): is hidden, since \(first) has the id \(entry.manifest.id) too and comes first"
                .printable
        }
        return refusals.map { "\($0.error)".printable } + missing + hidden
    }

    // MARK: - Text

    private static let columns: [(title: String, minWidth: Int, text: @Sendable (Row) -> String)] = [
        ("CONTROL", 10, { $0.id }), ("STATE", 11, { $0.state }), ("ORIGIN", 11, { $0.origin }),
        ("VERSION", 9, { $0.version.isEmpty ? "-" : $0.version }), ("CONTRACT", 10, { $0.contract }),
    ]

    /// A line for each control, and its settings below it.
    ///
    /// - Parameters:
    ///   - withSettings: Whether the settings are shown.
    ///   - width: The longest line of a control, in characters; `nil` for no limit.
    ///   - style: The style of the text.
    func lines(withSettings: Bool, width: Int?, style: Style) -> [String] {
        let rows = rows
        guard !rows.isEmpty else { return [] }
        let widths = Self.columns.map { column in
            max(column.minWidth, (rows.map { column.text($0).printable.count }.max() ?? 0) + 2)
        }
        let left = width.map { max(10, $0 - widths.reduce(0, +)) } ?? .max
        let titles = zip(Self.columns, widths).map { $0.title.padded(to: $1) }.joined() + "SUMMARY"
        return [style.dim(titles)]
            + rows.flatMap { row in
                let cells = zip(Self.columns, widths).map { column, width in
                    column.text(row).printable.padded(to: width)
                }
                let line = style.bold(cells[0]) + colored(cells[1], row, style) + cells[2...].joined()
                return [line + style.dim(Self.cut(row.summary.printable, to: left))]
                    + (withSettings ? row.entry?.manifest.settings.map { Self.line($0, style) } ?? [] : [])
            }
    }

    private func colored(_ text: String, _ row: Row, _ style: Style) -> String {
        switch row.state {
        case "running": style.green(text)
        case "missing", "broken", "failed": style.red(text)
        case "silent": style.yellow(text)
        default: text
        }
    }

    private static func cut(_ text: String, to count: Int) -> String {
        text.count <= count ? text : text.prefix(count - 1).trimmed + "…"
    }

    /// A setting in a line: key, default, type, range and description.
    static func line(_ setting: SettingDeclaration, _ style: Style) -> String {
        let choices = setting.choices.isEmpty ? nil : setting.choices.joined(separator: ", ")
        let possible = [setting.kind.rawValue, choices ?? setting.bounds].compactMap(\.self).joined(separator: ": ")
        return "    \(setting.key) = \(setting.defaultValue.forPeople)  (\(possible))  \(style.dim(setting.help))"
            .printable
    }

    // MARK: - JSON

    /// The list with the keys `controls`, `hidden` and `broken`.
    var json: JSONText {
        [
            "controls": .array(entries.map { json($0, state: state(of: $0)) }),
            "hidden": .array(hidden.map { json($0, state: "hidden") }),
            "broken": .array(
                refusals.map { refusal in
                    [
                        "name": .string(refusal.name), "origin": .string(refusal.origin.rawValue),
                        "file": .string(refusal.error.file), "line": JSONText(refusal.error.place?.line),
                        "column": JSONText(refusal.error.place?.column), "text": .string(refusal.error.text),
                    ]
                }),
        ]
    }

    private func json(_ entry: ControlCatalog.Entry, state: String) -> JSONText {
        let manifest = entry.manifest
        return [
            "id": .string(manifest.id), "state": .string(state), "origin": .string(entry.origin.rawValue),
            "version": .string(Self.version(of: entry)), "contract": .integer(Int(manifest.contractVersion)),
            "summary": .string(manifest.summary), "homepage": .string(manifest.homepage),
            "manifest": .string(entry.file), "executable": JSONText(entry.executable),
            "missing": JSONText(entry.missing),
            "topics": .array(manifest.topics.map { .string($0.rawValue) }),
            "roles": .array(manifest.roles.map(\.rawValue).sorted().map { .string($0) }),
            "settings": .array(manifest.settings.map(Self.json)),
        ]
    }

    private static func json(_ setting: SettingDeclaration) -> JSONText {
        [
            "key": .string(setting.key), "type": .string(setting.kind.rawValue), "default": setting.defaultValue.json,
            "choices": .array(setting.choices.map { .string($0) }), "min": JSONText(setting.minimum),
            "max": JSONText(setting.maximum), "help": .string(setting.help),
        ]
    }
}

extension Substring {
    /// The text without trailing blanks.
    fileprivate var trimmed: String {
        var text = self
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}

extension SettingValue {
    /// The value as it is written in TOML.
    var forPeople: String {
        switch self {
        case .bool(let bool): "\(bool)"
        case .integer(let integer): "\(integer)"
        case .number(let number): "\(number)"
        case .text(let text): "\"\(text)\""
        case .list(let texts): "[\(texts.map { "\"\($0)\"" }.joined(separator: ", "))]"
        }
    }
}
