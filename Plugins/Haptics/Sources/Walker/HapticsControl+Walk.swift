import NavigationControl

extension HapticsControl {
    /// The control as it runs with a device, but with a skin in its place, and without anything kept by others.
    static func simulated(
        _ settings: HapticsSettings, table: PatternTable, actuator: any HapticActuator
    ) -> HapticsControl {
        var settings = settings
        // Its wearer has faced north before they set out.
        settings.calibration = settings.calibration ?? HeadingCalibration()
        return HapticsControl(settings: settings, actuator: actuator, reporter: .silent, table: table)
    }
}
