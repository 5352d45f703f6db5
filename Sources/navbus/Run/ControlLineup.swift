import EventBus
import NavigationControl
import NavigationEvents
import Supervisor

/// The controls a profile asks for: where they are and what they are told.
struct ControlLineup {
    /// One of them.
    struct Member {
        var entry: ControlCatalog.Entry
        var settings: [String: SettingValue]
    }

    /// In the order of the profile.
    let members: [Member]

    /// Settles the settings of every control, before anything is opened; throws at the first wrong one.
    init(profile: Profile, catalog: ControlCatalog, overrides: [SettingOverride]) throws(ConfigurationError) {
        for override in overrides where catalog.entry(override.control) == nil {
            throw ConfigurationError(
                file: "--set \(override.control).\(override.key)", text: "there is no control \"\(override.control)\"")
        }
        var members: [Member] = []
        for id in profile.controls {
            guard let entry = catalog.entry(id) else { continue }
            let settings = try Self.settings(of: entry, profile: profile, overrides.filter { $0.control == id })
            members.append(Member(entry: entry, settings: settings))
        }
        self.members = members
    }

    /// How the control is to be started; `nil` if its executable is missing.
    func plan(for member: Member, endpoints: BusEndpoints) -> LaunchPlan? {
        guard let executable = member.entry.executable else { return nil }
        return LaunchPlan(
            control: member.entry.manifest.id, executable: executable,
            environment: ["NAVBUS_ENDPOINT": endpoints.requests])
    }

    private static func settings(
        of entry: ControlCatalog.Entry, profile: Profile, _ overrides: [SettingOverride]
    ) throws(ConfigurationError) -> [String: SettingValue] {
        let id = entry.manifest.id
        let written = ControlSettings(manifest: entry.manifest, paths: PathResolver(folderOf: profile.file))
        let section = profile.controlSections[id]
        var values = try written.resolved(section?.values ?? [:]) { key, text in
            ConfigurationError(file: profile.file, place: section?.places[key], text: text)
        }
        let typed = ControlSettings(manifest: entry.manifest, paths: PathResolver(base: "."))
        for override in overrides {
            let file = "--set \(id).\(override.key)=\(override.value)"
            guard let value = typed.value(override.value, for: override.key) else {
                throw ConfigurationError(file: file, text: "\"\(override.value)\" is no value for this setting")
            }
            let resolved = try typed.resolved([override.key: value]) { ConfigurationError(file: file, text: $1) }
            values[override.key] = resolved[override.key]
        }
        return values
    }
}
