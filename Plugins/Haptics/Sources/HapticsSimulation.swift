package import HapticDevices
package import NavigationControl
package import NavigationEvents

/// The control with a simulated wearer instead of a device, and without stored offsets of compasses: for programs that
/// simulate walks.
///
///     var haptics = try HapticsSimulation(Settings(["mode": .text("both")]), table: .wristband, actuator: wearer)
///     try haptics.start()
///     haptics.deliver(guidance.update(fix))
package struct HapticsSimulation {
    private var driver: ControlDriver<HapticsControl>

    /// Makes the control; nothing is played yet.
    ///
    /// - Parameters:
    ///   - settings: The settings of the control, by their keys in a configuration.
    ///   - table: The patterns to play.
    ///   - actuator: The wearer.
    /// - Throws: `SettingsError` if a setting is invalid.
    package init(_ settings: Settings, table: PatternTable, actuator: any HapticActuator) throws(SettingsError) {
        driver = ControlDriver(
            HapticsControl(
                settings: try HapticsSettings(settings), actuator: actuator, reporter: .silent, table: table))
    }

    /// Opens the actuator.
    package mutating func start() throws { try driver.start() }

    /// Delivers an event to the control.
    package mutating func deliver(_ event: Event) { driver.deliver(event) }

    /// Delivers events to the control, in order.
    package mutating func deliver(_ events: [Event]) { driver.deliver(events) }

    /// Cancels the pulses and closes the actuator.
    package mutating func stop() { driver.stop() }
}
