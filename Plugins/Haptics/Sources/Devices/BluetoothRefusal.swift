/// Why a device cannot be had over Bluetooth, and what helps.
enum BluetoothRefusal: Error, Hashable {
    /// Nobody answers for Bluetooth.
    case noBlueZ
    /// There is no bus to ask on.
    case noBus(reason: String)
    /// The system's bus does not let this user to Bluetooth.
    case forbidden
    case noAdapter
    case adapterOff(String)
    /// Nothing like what is wanted was heard.
    case notFound(wanted: String?, seconds: Double)
    case notConnected(BluetoothPeer, reason: String)
    case notPaired(BluetoothPeer, reason: String)
    case notResolved(BluetoothPeer, seconds: Double)
    case noUART(BluetoothPeer)
    /// Another program has the line to the device.
    case taken(BluetoothPeer)
    case lost(BluetoothPeer?)
    case abandoned
    case other(String)

    /// What an error on the bus means.
    init(_ error: DBusError, at peer: BluetoothPeer? = nil) {
        switch (error.name, peer) {
        case _ where error == .abandoned: self = .abandoned
        case _ where error.isNobody: self = .noBlueZ
        case (nil, nil): self = if case .bus(let reason) = error { .noBus(reason: reason) } else { .other("\(error)") }
        case ("org.freedesktop.DBus.Error.AccessDenied", _): self = .forbidden
        case ("org.bluez.Error.NotReady", _): self = .adapterOff("the adapter")
        case ("org.bluez.Error.NotAuthorized", let peer?), ("org.bluez.Error.AuthenticationFailed", let peer?),
            ("org.bluez.Error.AuthenticationRejected", let peer?),
            ("org.bluez.Error.AuthenticationCanceled", let peer?),
            ("org.bluez.Error.AuthenticationTimeout", let peer?):
            self = .notPaired(peer, reason: "\(error)")
        // A device that has gone is an object that has gone.
        case ("org.freedesktop.DBus.Error.UnknownObject", let peer?), ("org.bluez.Error.NotConnected", let peer?):
            self = .lost(peer)
        default: self = .other("\(error)")
        }
    }

    /// As devices report it.
    ///
    /// - Parameter name: The device, as the settings call it.
    func error(_ name: String) -> HapticsError { .device(name: name, reason: reason, remedy: remedy) }

    private var reason: String {
        switch self {
        case .noBlueZ: "nobody answers for Bluetooth on the system's D-Bus"
        case .noBus(let reason): "there is no D-Bus of the system: \(reason)"
        case .forbidden: "D-Bus does not let this user to Bluetooth"
        case .noAdapter: "there is no Bluetooth adapter"
        case .adapterOff(let adapter): "\(adapter) is off"
        case .notFound(nil, let seconds): "no device with Nordic UART was heard within \(Self.whole(seconds)) s"
        case .notFound(let wanted?, let seconds):
            "\(wanted) is not known, and was not heard within \(Self.whole(seconds)) s"
        case .notConnected(let peer, let reason): "\(peer.words) cannot be connected: \(reason)"
        case .notPaired(let peer, let reason): "\(peer.words) wants to be paired: \(reason)"
        case .notResolved(let peer, let seconds):
            "\(peer.words) did not tell within \(Self.whole(seconds)) s what it offers"
        case .noUART(let peer): "\(peer.words) offers no Nordic UART (\(NordicUART.service.uppercased()))"
        case .taken(let peer): "another program has the line to \(peer.words)"
        case .lost(let peer?): "the connection to \(peer.words) was lost"
        case .lost(nil): "the connection to Bluetooth was lost"
        case .abandoned: "nobody waits for it any more"
        case .other(let text): text
        }
    }

    private static func whole(_ seconds: Double) -> Int { Int(seconds.rounded(.up)) }

    private var remedy: String {
        switch self {
        case .noBlueZ: "install it (apt-get install bluez) and start it (systemctl start bluetooth)"
        case .noBus: "install it (apt-get install dbus) and start it"
        case .forbidden: "join its group (sudo adduser $USER bluetooth) and log in anew"
        case .noAdapter: "plug one in; rfkill list says whether one is switched off"
        case .adapterOff: "switch it on: bluetoothctl power on"
        case .notFound(nil, _): "switch the device on, near this machine, or name it: \"bluetooth NAME\""
        case .notFound: "switch it on, near this machine; bluetoothctl devices lists those that are known"
        case .notConnected: "bring it near and switch it on; it may be connected to another machine"
        case .notPaired(let peer, _):
            "pair it: bluetoothctl pair \(peer.address), then bluetoothctl trust \(peer.address)"
        case .notResolved: "switch it off and on"
        case .noUART: "name the device that has it in haptics.devices: \"bluetooth NAME\""
        case .taken: "end that program; one line is for one"
        case .lost: "it is connected again once it is near and on"
        case .abandoned: "it is looked for again when it is needed"
        case .other: "look at bluetoothctl info, and at journalctl -u bluetooth"
        }
    }
}

extension BluetoothPeer {
    /// For people: the name, and the address where that is another.
    var words: String { name == address || name.isEmpty ? address : "\(name) (\(address))" }
}
