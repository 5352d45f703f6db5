package import HapticDevices
package import NavigationControl

extension DeviceChoice {
    /// The devices that the setting `devices` names, the most preferred first.
    ///
    /// - Throws: `SettingsError` if a text names no device, or a device is listed twice.
    package static func ofSetting(_ texts: [String]) throws(SettingsError) -> [DeviceChoice] {
        try HapticsSettings.devices(texts)
    }
}
