/// A device that vibrates, opened: a wristband over Bluetooth, a motor at a serial port, a game controller, a phone.
///
/// One thread has it. Nothing here waits for the device: what it does not take within milliseconds is an error, and the
/// next device is tried.
protocol HapticDevice: Sendable {
    /// What it is called in reports: "serial /dev/ttyUSB0".
    var name: String { get }
    /// What its compass is called, which is the same whenever it is the same device: "bluetooth F0:F1:F2:F3:F4:F5".
    var source: String { get }
    /// What it calls itself; `nil` if it does not say.
    var model: String? { get }
    /// Where it can be felt.
    var motors: HapticMotors { get }
    /// Readable when the device has something to say or is gone; `nil` if it never says anything.
    var descriptor: Int32? { get }

    /// Whether nobody has said that it is a device of navbus at all.
    var isStranger: Bool { get }
    /// For how long nothing may have been felt of what it took, once it is lost.
    var doubtMilliseconds: Int { get }

    /// Vibrates now, and ends by itself after the vibration's time, also when navbus is gone by then. Another vibration
    /// at the same place takes its place.
    ///
    /// - Throws: ``HapticsError`` if the device is gone or does not take it.
    mutating func vibrate(_ vibration: Vibration) throws(HapticsError)
    /// Ends what vibrates.
    mutating func still() throws(HapticsError)
    /// What the device said since it was asked last.
    ///
    /// - Throws: ``HapticsError`` if it is gone.
    mutating func said() throws(HapticsError) -> [DeviceWord]
    /// Called once a second: tells the device that somebody is there, or looks whether the device is.
    mutating func tend() throws(HapticsError)
    /// Ends what vibrates, if that is still possible, and gives the device back.
    mutating func close()
}

extension HapticDevice {
    var source: String { name }
    var model: String? { nil }
    var isStranger: Bool { false }
    var doubtMilliseconds: Int { 0 }
}

/// How to come by a device. On a thread of its own, so it may wait: Bluetooth takes seconds.
protocol HapticDeviceKind: Sendable {
    /// What it is called in settings and reports: "serial /dev/ttyUSB0".
    var name: String { get }
    /// Looks for the device and opens it.
    ///
    /// - Parameter isWanted: Asked now and then; `false` once nobody waits for it any more.
    /// - Throws: ``HapticsError`` if it is not there, or not to be used; it is tried again later.
    func open(while isWanted: @Sendable () -> Bool) throws(HapticsError) -> any HapticDevice
}

/// Where a device can be felt.
enum HapticMotors: Hashable, Sendable {
    /// In one place.
    case one
    /// Left and right.
    case two
    /// All around, the first of so many in front, clockwise.
    case ring(Int)
}

/// One vibration, as a device is told.
struct Vibration: Hashable, Sendable {
    /// Where.
    var site: VibrationSite
    /// 0...1 of what the motor can do.
    var strength: Double
    /// How long, 1...5000.
    var milliseconds: Int
}

/// Where something is felt. A device without so many motors uses those it has.
enum VibrationSite: Hashable, Sendable {
    case all
    case left
    case right
    /// At the motor nearest to this direction, degrees clockwise from straight ahead, 0..<360.
    case around(degrees: Double)
}

/// What a device says of its own accord.
enum DeviceWord: Hashable, Sendable {
    /// Its button was let go after having been held so long.
    case button(heldMilliseconds: Int)
    /// Charge of its battery, 0...100.
    case battery(percent: Int)
    /// Its compass, degrees clockwise from magnetic north, 0..<360, and the standard deviation if it knows it.
    case heading(degrees: Double, accuracyDegrees: Double?)
    /// Something in words, to be reported.
    case text(String)
}
