import Launcher
import NavigationControl
import Supervisor

/// The words that complete a command line and that only a running navbus knows: controls, their commands and settings,
/// and profiles. The scripts of ``CompletionScript`` ask for them.
struct CompletionWords {
    /// The hidden first argument with which the scripts ask; the words of the command line follow, up to the cursor.
    static let request = "---words"

    /// The installed controls.
    let manifests: [ControlManifest]
    /// The names of the profiles.
    let profiles: [String]

    /// The controls and profiles of this machine.
    static var ofThisMachine: CompletionWords {
        CompletionWords(
            manifests: ControlCatalog.discover().entries.map(\.manifest),
            profiles: ProfileSearch.ofThisProcess.profiles.filter { !$0.isHidden }.map(\.name))
    }

    /// The words that complete the last of the typed words.
    func words(completing typed: [String]) -> [String] {
        guard let last = typed.last else { return [] }
        return candidates(after: Array(typed.dropLast())).filter { $0.hasPrefix(last) }
    }

    /// Whether the typed words belong to a control, so that no words of navbus itself can follow.
    func belongsToControl(_ typed: [String]) -> Bool { typed.count > 1 && commands(of: typed[0]) != nil }

    private func candidates(after typed: [String]) -> [String] {
        guard let command = typed.first else { return names }
        switch (command, typed.last) {
        case ("run", "--config"), ("replay", "--config"): return profiles
        case ("run", "--set"), ("replay", "--set"), ("demo", "--set"): return settings
        case ("controls", _): return manifests.map(\.id)
        case ("help", _): return typed.count == 1 ? names : commands(of: typed[1]) ?? []
        default: return typed.count == 1 ? commands(of: command) ?? [] : []
        }
    }

    /// The names under which controls have commands.
    private var names: [String] { manifests.map(\.id) + manifests.map(\.alias).filter { !$0.isEmpty } }

    /// The settings, each as the beginning of an option: "speech.output=".
    private var settings: [String] {
        RunConfiguration.driveKeys.map { "\($0)=" }
            + manifests.flatMap { manifest in manifest.settings.map { "\(manifest.id).\($0.key)=" } }
    }

    /// The commands of a control, sorted; `nil` if there is no such control.
    private func commands(of name: String) -> [String]? {
        (manifests.first { $0.id == name } ?? manifests.first { $0.alias == name }).map { $0.commands.keys.sorted() }
    }
}
