import DBus

/// The reason why a device cannot be used over Bluetooth, with the remedy.
enum BluetoothError: Error, Hashable {
    /// The Bluetooth service does not run.
    case noBlueZ
    /// There is no system bus.
    case noBus(reason: String)
    /// The system bus denies this user access to Bluetooth.
    case forbidden
    case noAdapter
    case adapterOff(String)
    /// No matching device was found.
    case notFound(wanted: String?, seconds: Double)
    case notConnected(BluetoothPeer, reason: String)
    case notPaired(BluetoothPeer, reason: String)
    case notResolved(BluetoothPeer, seconds: Double)
    case noUART(BluetoothPeer)
    /// Another program uses the connection to the device.
    case taken(BluetoothPeer)
    case lost(BluetoothPeer?)
    case abandoned
    case other(String)

    /// Interprets an error of D-Bus.
    init(_ error: DBusError, at peer: BluetoothPeer? = nil) {
        switch (error.name, peer) {
        case _ where error == .abandoned: self = .abandoned
        case _ where error.isServiceMissing: self = .noBlueZ
        case (nil, nil): self = if case .bus(let reason) = error { .noBus(reason: reason) } else { .other("\(error)") }
        case ("org.freedesktop.DBus.Error.AccessDenied", _): self = .forbidden
        case ("org.bluez.Error.NotReady", _): self = .adapterOff("the adapter")
        case ("org.bluez.Error.NotAuthorized", let peer?), ("org.bluez.Error.AuthenticationFailed", let peer?),
            ("org.bluez.Error.AuthenticationRejected", let peer?),
            ("org.bluez.Error.AuthenticationCanceled", let peer?),
            ("org.bluez.Error.AuthenticationTimeout", let peer?):
            self = .notPaired(peer, reason: "\(error)")
        // A lost device is an object that no longer exists.
        case ("org.freedesktop.DBus.Error.UnknownObject", let peer?), ("org.bluez.Error.NotConnected", let peer?):
            self = .lost(peer)
        default: self = .other("\(error)")
        }
    }

    /// The error for reports.
    ///
    /// - Parameter name: The name of the device in the settings.
    func error(_ name: String) -> HapticDeviceError { .device(name: name, reason: reason, remedy: remedy) }

    private var reason: String {
        switch self {
        case .noBlueZ: "the Bluetooth service does not run"
        case .noBus(let reason): "there is no system D-Bus: \(reason)"
        case .forbidden: "D-Bus denies this user access to Bluetooth"
        case .noAdapter: "there is no Bluetooth adapter"
        case .adapterOff(let adapter): "\(adapter) is off"
        case .notFound(nil, let seconds): "no device with Nordic UART was found within \(Self.whole(seconds)) s"
        case .notFound(let wanted?, let seconds):
            "\(wanted) is unknown, and was not found within \(Self.whole(seconds)) s"
        case .notConnected(let peer, let reason): "\(peer.words) cannot be connected: \(reason)"
        case .notPaired(let peer, let reason): "\(peer.words) must be paired: \(reason)"
        case .notResolved(let peer, let seconds):
            "\(peer.words) did not report its services within \(Self.whole(seconds)) s"
        case .noUART(let peer): "\(peer.words) offers no Nordic UART (\(NordicUART.service.uppercased()))"
        case .taken(let peer): "another program uses \(peer.words)"
        case .lost(let peer?): "the connection to \(peer.words) was lost"
        case .lost(nil): "the connection to Bluetooth was lost"
        case .abandoned: "the search was cancelled"
        case .other(let text): text
        }
    }

    private static func whole(_ seconds: Double) -> Int { Int(seconds.rounded(.up)) }

    private var remedy: String {
        switch self {
        case .noBlueZ: "install it (apt-get install bluez) and start it (systemctl start bluetooth)"
        case .noBus: "install it (apt-get install dbus) and start it"
        case .forbidden: "join its group (sudo adduser $USER bluetooth) and log in again"
        case .noAdapter: "plug one in; rfkill list shows whether one is switched off"
        case .adapterOff: "switch it on: bluetoothctl power on"
        case .notFound(nil, _): "switch the device on, near this machine, or name it: \"bluetooth NAME\""
        case .notFound: "switch it on, near this machine; bluetoothctl devices lists the known ones"
        case .notConnected: "bring it near and switch it on; it may be connected to another machine"
        case .notPaired(let peer, _):
            "pair it: bluetoothctl pair \(peer.address), then bluetoothctl trust \(peer.address)"
        case .notResolved: "switch it off and on"
        case .noUART: "name the device that has it in haptics.devices: \"bluetooth NAME\""
        case .taken: "end that program; only one can use the device"
        case .lost: "it is connected again when it is near and on"
        case .abandoned: "the search starts again when the device is needed"
        case .other: "check bluetoothctl info, and journalctl -u bluetooth"
        }
    }
}

extension BluetoothPeer {
    /// The device in words: the name, and the address if it differs.
    var words: String { name == address || name.isEmpty ? address : "\(name) (\(address))" }
}
