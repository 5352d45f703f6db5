import HapticDevices
import NavigationControl
import NavigationEvents
import Platform

extension HapticsControl {
    /// Makes the control of this process, with the devices and the table of its settings.
    init(_ context: ControlContext) throws {
        let settings = try HapticsSettings(context.settings)
        let mutes = MuteState()
        let tableWatcher = try Self.tableWatcher(settings.table, context)
        self.init(
            settings: settings, actuator: try Self.actuator(settings, mutes, context), reporter: context.reporter,
            memory: context.memory, table: tableWatcher.table, tableWatcher: tableWatcher,
            offsets: OffsetFile(folder: StateFolder.path(of: "haptics")), mutes: mutes)
    }

    /// The actuator for the devices of the settings. The log alone follows the time of the drive; devices follow their
    /// own clock.
    private static func actuator(_ settings: HapticsSettings, _ mutes: MuteState, _ context: ControlContext)
        throws(SettingsError) -> any HapticActuator
    {
        let log = LogActuator(file: settings.logFile, print: { Terminal.line($0) })
        let devices = try settings.deviceChoices()
        let drivers = devices.compactMap { $0.driver(baud: settings.baud) }
        guard !drivers.isEmpty else { return log }
        let listener = DeviceEventHandler(mutes: mutes, report: context.reporter, requests: context.requests)
        return DeviceActuator(
            drivers: drivers, usesAllDevices: settings.together, log: log,
            logsWhileNothingWorks: devices.contains(.log), onMessage: listener.onMessage,
            onStatus: listener.onStatus)
    }

    /// The table of patterns of the settings. An unusable table is an error in the settings. If this process was
    /// restarted during a navigation, guidance continues instead, with the table `wristband`, which every device can
    /// play.
    private static func tableWatcher(_ name: String, _ context: ControlContext) throws(SettingsError)
        -> PatternTableWatcher
    {
        do throws(PatternTableError) {
            return try PatternTableWatcher(name)
        } catch {
            guard context.memory.isRecovered else {
                throw .invalid(key: "table", value: "\"\(name)\"", reason: "failed to \(error)")
            }
            context.reporter(.warning, text: "failed to \(error); the pulses of wristband are used until then")
            return PatternTableWatcher(replacing: name, because: error)
        }
    }
}
