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

    /// What makes felt what the settings name. Alone, the log goes by the time of the drive; devices go by their own.
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

    /// The table of patterns that the settings name. One that cannot be used is a wrong setting; but who was being guided
    /// when this process was started again goes on being guided, with what any device can make felt.
    static func shelf(_ name: String, _ context: ControlContext) throws(SettingsError) -> PatternShelf {
        do throws(PatternTableError) {
            return try PatternShelf(name)
        } catch {
            guard context.memory.isInherited else {
                throw .invalid(key: "table", value: "\"\(name)\"", reason: "failed to \(error)")
            }
            context.reporter(.warning, text: "failed to \(error); the pulses of wristband are felt meanwhile")
            return PatternShelf(standingInFor: name, because: error)
        }
    }
}
