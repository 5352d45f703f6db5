/// An opened device that vibrates: a wristband over Bluetooth, a motor at a serial port, a game controller, a phone.
///
/// It belongs to one thread, and its functions do not block: if the device does not accept data within milliseconds,
/// they throw an error, and the next device is tried.
protocol HapticDevice: Sendable {
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
    /// - Throws: ``HapticsError`` if the device was lost or does not accept it.
    mutating func vibrate(_ vibration: Vibration) throws(HapticsError)
    /// Stops all vibrations.
    mutating func stop() throws(HapticsError)
    /// The messages that the device has sent since the last call.
    ///
    /// - Throws: ``HapticsError`` if the device was lost.
    mutating func messages() throws(HapticsError) -> [DeviceMessage]
    /// Called once a second: sends a sign of life to the device, or checks it.
    mutating func checkHealth() throws(HapticsError)
    /// Stops all vibrations, if that is still possible, and closes the device.
    mutating func close()
}

extension HapticDevice {
    var source: String { name }
    var model: String? { nil }
    var isUnidentified: Bool { false }
    var unconfirmedMilliseconds: Int { 0 }
}

/// The driver of a device. It runs on a thread of its own and may block: Bluetooth takes seconds.
protocol HapticDeviceDriver: Sendable {
    /// The name in settings and reports: "serial /dev/ttyUSB0".
    var name: String { get }
    /// Searches for the device and opens it.
    ///
    /// - Parameter isWanted: Called repeatedly; `false` cancels the search.
    /// - Throws: ``HapticsError`` if the device is missing or cannot be used; it is tried again later.
    func open(while isWanted: @Sendable () -> Bool) throws(HapticsError) -> any HapticDevice
}

/// The arrangement of the motors of a device.
enum HapticMotors: Hashable, Sendable {
    /// One motor.
    case one
    /// A left and a right motor.
    case two
    /// A ring of this number of motors, the first in front, then clockwise.
    case ring(Int)
}

/// One vibration of a device.
struct Vibration: Hashable, Sendable {
    /// The motors that vibrate.
    var site: VibrationSite
    /// 0...1 of what the motor can do.
    var strength: Double
    /// The duration, 1...5000.
    var milliseconds: Int
}

/// The motors of a vibration. A device with fewer motors uses those it has.
enum VibrationSite: Hashable, Sendable {
    case all
    case left
    case right
    /// The motor nearest to this direction, degrees clockwise from straight ahead, 0..<360.
    case around(degrees: Double)
}

/// A message of a device.
enum DeviceMessage: Hashable, Sendable {
    /// Its button was released after this time.
    case button(heldMilliseconds: Int)
    /// The charge of its battery, 0...100.
    case battery(percent: Int)
    /// The heading of its compass, degrees clockwise from magnetic north, 0..<360, and its standard deviation if known.
    case heading(degrees: Double, accuracyDegrees: Double?)
    /// A text to report.
    case text(String)
}
