import NavigationControl
import NavigationEvents
import Platform

extension HapticsControl {
    init(_ context: ControlContext) throws {
        let settings = try HapticsSettings(context.settings)
        let mutes = MuteState()
        let shelf = try Self.shelf(settings.table, context)
        self.init(
            settings: settings, actuator: Self.actuator(settings, mutes, context), reporter: context.reporter,
            memory: context.memory, table: shelf.table, offsets: OffsetFile(folder: StateFolder.path()), mutes: mutes)
        self.shelf = shelf
    }

    /// The actuator for the devices of the settings. The log alone follows the time of the drive; devices follow their
    /// own clock.
    static func actuator(_ settings: HapticsSettings, _ mutes: MuteState, _ context: ControlContext)
        -> any HapticActuator
    {
        let log = LogActuator(file: settings.logFile, print: { Terminal.line($0) })
        let kinds = settings.devices.compactMap { $0.kind(baud: settings.baud) }
        guard !kinds.isEmpty else { return log }
        let listener = DeviceListener(mutes: mutes, report: context.reporter, requests: context.requests)
        return DeviceActuator(
            kinds: kinds, together: settings.isTogether, log: log,
            logsWhileNothingWorks: settings.devices.contains(.log), heard: listener.heard, became: listener.became)
    }

    /// The table of patterns of the settings. An unusable table is an error in the settings. If this process was
    /// restarted during a navigation, guidance continues instead, with the table `wristband`, which every device can
    /// play.
    static func shelf(_ name: String, _ context: ControlContext) throws(SettingsError) -> PatternShelf {
        do throws(PatternTableError) {
            return try PatternShelf(name)
        } catch {
            guard context.memory.isInherited else {
                throw .invalid(key: "table", value: "\"\(name)\"", reason: "failed to \(error)")
            }
            context.reporter(.warning, text: "failed to \(error); the pulses of wristband are used until then")
            return PatternShelf(standingInFor: name, because: error)
        }
    }
}
