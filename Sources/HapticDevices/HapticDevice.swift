/// An opened device that vibrates: a wristband over Bluetooth, a motor at a serial port, a game controller, a phone.
///
/// It belongs to one thread, and its functions do not block: if the device does not accept data within milliseconds,
/// they throw an error, and the next device is tried.
package protocol HapticDevice: Sendable {
    /// The name in reports: "serial /dev/ttyUSB0".
    var name: String { get }
    /// The source name of its compass, permanent for the device: "bluetooth F0:F1:F2:F3:F4:F5".
    var source: String { get }
    /// The name that the device reports; `nil` if it reports none.
    var model: String? { get }
    /// The arrangement of its motors.
    var motors: HapticMotors { get }
    /// Readable when the device has sent something or was lost; `nil` if it never sends.
    var descriptor: Int32? { get }

    /// Whether the device has not identified itself as a device of navbus.
    var isUnidentified: Bool { get }
    /// For how long before its loss the device may not have played what it accepted, milliseconds.
    var unconfirmedMilliseconds: Int { get }

    /// Starts a vibration, which ends by itself, also when navbus has ended by then. A new vibration at the same site
    /// replaces it.
    ///
    /// - Throws: ``HapticDeviceError`` if the device was lost or does not accept it.
    mutating func vibrate(_ vibration: Vibration) throws(HapticDeviceError)
    /// Stops all vibrations.
    mutating func stop() throws(HapticDeviceError)
    /// The messages that the device has sent since the last call.
    ///
    /// - Throws: ``HapticDeviceError`` if the device was lost.
    mutating func messages() throws(HapticDeviceError) -> [DeviceMessage]
    /// Called once a second: sends a sign of life to the device, or checks it.
    mutating func checkHealth() throws(HapticDeviceError)
    /// Stops all vibrations, if that is still possible, and closes the device.
    mutating func close()
}

extension HapticDevice {
    /// The name in reports.
    package var source: String { name }
    /// None.
    package var model: String? { nil }
    /// `false`: other hardware is not mistaken for this device.
    package var isUnidentified: Bool { false }
    /// 0: a loss is noticed at once.
    package var unconfirmedMilliseconds: Int { 0 }
}

/// The driver of a device. It runs on a thread of its own and may block: Bluetooth takes seconds.
package protocol HapticDeviceDriver: Sendable {
    /// The name in settings and reports: "serial /dev/ttyUSB0".
    var name: String { get }
    /// Searches for the device and opens it.
    ///
    /// - Parameter isWanted: Called repeatedly; `false` cancels the search.
    /// - Throws: ``HapticDeviceError`` if the device is missing or cannot be used; it is tried again later.
    func open(while isWanted: @Sendable () -> Bool) throws(HapticDeviceError) -> any HapticDevice
}
