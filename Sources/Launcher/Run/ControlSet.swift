import NavigationControl
package import NavigationEvents
import RouteRequests
package import Supervisor
import TOML

/// The controls of a configuration, with their executables and settings.
package struct ControlSet {
    /// A control of the configuration.
    package struct Member {
        package var entry: ControlCatalog.Entry
        package var settings: [String: SettingValue]
    }

    /// In the order of the configuration.
    package let members: [Member]
    /// The settings of every installed control, by id. A control that is started by hand gets them too.
    package let settings: [String: [String: SettingValue]]

    /// How a control is restarted.
    private let restart: RestartPolicy.Settings

    /// The roles of each control on the bus, by id.
    package var roles: [String: [Role]] {
        Dictionary(
            uniqueKeysWithValues: members.map { member in
                (member.entry.manifest.id, member.entry.manifest.roles.sorted { $0.rawValue < $1.rawValue })
            })
    }

    /// Checks the settings of every control before any process is started; throws at the first wrong one.
    init(configuration: RunConfiguration, catalog: ControlCatalog, overrides: [SettingOverride])
        throws(ConfigurationError)
    {
        let configured = configuration.controls + (configuration.bus.program.map { [$0] } ?? [])
        for override in overrides where !configured.contains(override.control) {
            throw ConfigurationError(
                file: override.text,
                text:
                    "\(configuration.file) runs no control \"\(override.control)\"; \(Self.hint(override, configuration.controls))"
            )
        }
        // The section of a control that is switched off is checked too: it must be right when the control is switched
        // on.
        var settings: [String: [String: SettingValue]] = [:]
        for entry in catalog.entries {
            let id = entry.manifest.id
            settings[id] = try Self.settings(
                of: entry, configuration: configuration, overrides.filter { $0.control == id })
        }
        self.settings = settings
        restart = configuration.supervision.restart
        members = configuration.controls.compactMap { id in
            catalog.entry(id).map { Member(entry: $0, settings: settings[id] ?? [:]) }
        }
    }

    /// How the control is started; `nil` if its executable is missing.
    package func plan(for member: Member, endpoints: BusEndpoints, session: Session) -> LaunchPlan? {
        guard let start = member.entry.start else { return nil }
        return LaunchPlan(
            control: member.entry.manifest.id, executable: start.program, arguments: start.arguments,
            environment: environment(endpoints, session),
            limits: member.entry.manifest.limits, restart: restart)
    }

    /// The variables of a control.
    private func environment(_ endpoints: BusEndpoints, _ session: Session) -> [String: String] {
        var environment = ["NAVBUS_ENDPOINT": endpoints.requests, "NAVBUS_SESSION": session.name]
        // A control that requests routes by itself asks the server that the router of this run asks.
        let router = members.first { $0.entry.manifest.isRouteServerClient }
        if case .text(let url)? = router?.settings["url"], !url.isEmpty { environment["NAVBUS_ROUTER"] = url }
        return environment
    }

    /// Proposes the section that was probably meant, else lists the controls.
    private static func hint(_ override: SettingOverride, _ controls: [String]) -> String {
        if let near = NearestWord.find(override.control, among: ConfigurationReader.sections + controls) {
            return "did you mean \"\(near).\(override.key)\"?"
        }
        return "it runs: \(controls.isEmpty ? "none" : controls.joined(separator: ", "))"
    }

    private static func settings(
        of entry: ControlCatalog.Entry, configuration: RunConfiguration, _ overrides: [SettingOverride]
    ) throws(ConfigurationError) -> [String: SettingValue] {
        let id = entry.manifest.id
        let written = ControlSettings(manifest: entry.manifest, paths: PathResolver(folderOf: configuration.file))
        let section = configuration.controlSections[id]
        var values = try written.resolved(section?.values ?? [:]) { key, text in
            ConfigurationError(file: configuration.file, place: section?.locations[key], text: text)
        }
        let typed = ControlSettings(manifest: entry.manifest, paths: PathResolver(base: "."))
        for override in overrides {
            guard let value = typed.value(override.value, for: override.key) else {
                throw ConfigurationError(
                    file: override.text,
                    text: "\"\(override.control).\(override.key)\" must be \(typed.wanted(override.key)), "
                        + "not \"\(override.value)\"")
            }
            let resolved = try typed.resolved([override.key: value]) {
                ConfigurationError(file: override.text, text: $1)
            }
            values[override.key] = resolved[override.key]
        }
        return values
    }
}
