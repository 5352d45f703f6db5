import NavigationControl

extension HapticsControl {
    /// The control as it runs with a device, but with a simulated wearer as the output, and without stored offsets.
    static func simulated(
        _ settings: HapticsSettings, table: PatternTable, actuator: any HapticActuator
    ) -> HapticsControl {
        var settings = settings
        // The simulated wearer has calibrated the compass before.
        settings.calibration = settings.calibration ?? HeadingCalibration()
        return HapticsControl(settings: settings, actuator: actuator, reporter: .silent, table: table)
    }
}
