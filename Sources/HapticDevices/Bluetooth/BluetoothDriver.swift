import DBus

/// Finds a device with Nordic UART over Bluetooth Low Energy and connects it, through BlueZ.
struct BluetoothDriver: HapticDeviceDriver {
    /// The timeouts of the steps, seconds.
    struct Timeouts: Hashable, Sendable {
        /// The search for a device that BlueZ does not know yet.
        var search = 10.0
        /// The connection: a sleeping device is reachable only every few seconds.
        var connect = 20.0
        /// The discovery of the services.
        var resolve = 15.0
        /// A call of BlueZ that the device itself must answer.
        var call = 5.0
        /// The answer of the device to the question for its name.
        var introduce = 1.5
    }

    /// Name or address; `nil` for the first device with Nordic UART.
    let wanted: String?
    var bus = DBusAddress.system
    var timeouts = Timeouts()

    init(nameOrAddress wanted: String? = nil) { self.wanted = wanted }

    var name: String { wanted.map { "bluetooth \($0)" } ?? "bluetooth" }

    func open(while isWanted: @Sendable () -> Bool) throws(HapticDeviceError) -> any HapticDevice {
        do throws(BluetoothError) {
            return try find(while: isWanted)
        } catch {
            throw error.error(name)
        }
    }

    private func find(while isWanted: @Sendable () -> Bool) throws(BluetoothError) -> BluetoothDevice {
        var host = try Self.asked { () throws(DBusError) in try BluetoothHost(bus) }
        try look(for: host.objects.adapters)
        let known = host.objects.peers(wanted)
        var refusal: BluetoothError?
        for peer in known {
            do throws(BluetoothError) {
                return try connect(&host, peer, while: isWanted)
            } catch {
                // The first peer is the most promising, so its error is the one to report.
                refusal = error == .abandoned ? error : refusal ?? error
                if error == .abandoned { throw error }
            }
        }
        // A known device that is out of reach must not hide a new one nearby.
        do throws(BluetoothError) {
            let peer = try search(&host, leaving: Set(known.map(\.path)), while: isWanted)
            return try connect(&host, peer, while: isWanted)
        } catch {
            throw error == .abandoned ? error : refusal ?? error
        }
    }

    private func look(for adapters: [String: Bool]) throws(BluetoothError) {
        guard let first = adapters.keys.min() else { throw .noAdapter }
        guard adapters.values.contains(true) else {
            throw .adapterOff("the adapter \(first.split(separator: "/").last ?? "")")
        }
    }

    /// Scans until a device is found that is not among the known ones.
    private func search(
        _ host: inout BluetoothHost, leaving known: Set<String>, while isWanted: () -> Bool
    ) throws(BluetoothError) -> BluetoothPeer {
        guard let adapter = host.objects.adapters.filter(\.value).keys.min() else { throw .noAdapter }
        // A device that is searched by name need not announce its services.
        var filter: [String: DBusValue] = ["Transport": .string("le")]
        if wanted == nil { filter["UUIDs"] = .array(of: "s", [.string(NordicUART.service)]) }
        let connection = host.connection
        try Self.asked { () throws(DBusError) in
            try host.call(adapter, BluetoothObjects.adapter, "SetDiscoveryFilter", [.dictionary(filter)])
            try host.call(adapter, BluetoothObjects.adapter, "StartDiscovery", within: timeouts.call, while: isWanted)
        }
        defer {
            // The answer is not needed: BlueZ also stops with the end of the connection.
            _ = try? connection.send(BluetoothHost.method(adapter, BluetoothObjects.adapter, "StopDiscovery"))
        }
        let isHeard = try Self.asked { () throws(DBusError) in
            try host.wait(within: timeouts.search, while: isWanted) { objects in
                objects.peers(wanted).contains { !known.contains($0.path) }
            }
        }
        guard isHeard, let peer = host.objects.peers(wanted).first(where: { !known.contains($0.path) }) else {
            throw .notFound(wanted: wanted, seconds: timeouts.search)
        }
        return peer
    }

    private func connect(
        _ host: inout BluetoothHost, _ peer: BluetoothPeer, while isWanted: @Sendable () -> Bool
    ) throws(BluetoothError) -> BluetoothDevice {
        let disconnectsOnClose = !peer.isConnected
        do throws(BluetoothError) {
            if disconnectsOnClose { try callConnect(host, peer, while: isWanted) }
            try resolve(&host, peer, while: isWanted)
            return try line(host, peer, disconnectsOnClose: disconnectsOnClose, while: isWanted)
        } catch {
            // This also cancels a connection attempt in progress.
            if disconnectsOnClose {
                _ = try? host.connection.send(BluetoothHost.method(peer.path, BluetoothObjects.device, "Disconnect"))
            }
            throw error
        }
    }

    private func callConnect(
        _ host: BluetoothHost, _ peer: BluetoothPeer, while isWanted: () -> Bool
    ) throws(BluetoothError) {
        do throws(DBusError) {
            try host.call(peer.path, BluetoothObjects.device, "Connect", within: timeouts.connect, while: isWanted)
        } catch {
            switch error.name {
            case "org.bluez.Error.AlreadyConnected", "org.bluez.Error.InProgress": return
            case "org.bluez.Error.Failed", "org.bluez.Error.NotAvailable", "org.bluez.Error.ConnectionAttemptFailed":
                throw .notConnected(peer, reason: "\(error)")
            case nil where error != .abandoned: throw .notConnected(peer, reason: "\(error)")
            default: throw BluetoothError(error, at: peer)
            }
        }
    }

    private func resolve(
        _ host: inout BluetoothHost, _ peer: BluetoothPeer, while isWanted: () -> Bool
    ) throws(BluetoothError) {
        let isDone = try Self.asked(peer) { () throws(DBusError) in
            try host.wait(within: timeouts.resolve, while: isWanted) {
                guard let now = $0.peer(peer.path) else { return true }
                return now.isResolved
            }
        }
        guard isDone else { throw .notResolved(peer, seconds: timeouts.resolve) }
        guard host.objects.peer(peer.path) != nil else { throw .lost(peer) }
    }

    private func line(
        _ host: BluetoothHost, _ peer: BluetoothPeer, disconnectsOnClose: Bool, while isWanted: @Sendable () -> Bool
    ) throws(BluetoothError) -> BluetoothDevice {
        let objects = host.objects
        guard let receive = objects.characteristic(NordicUART.receive, of: peer.path),
            let transmit = objects.characteristic(NordicUART.transmit, of: peer.path)
        else { throw .noUART(peer) }
        try Self.asked(peer) { () throws(DBusError) in try host.listen(to: peer.path) }
        do throws(BluetoothError) {
            return try use(
                host, peer, receive: receive, transmit: transmit, disconnectsOnClose: disconnectsOnClose,
                while: isWanted)
        } catch {
            // The search for the next device needs all signals again.
            try Self.asked(peer) { () throws(DBusError) in try host.listenToAll(after: peer.path) }
            throw error
        }
    }

    private func use(
        _ host: BluetoothHost, _ peer: BluetoothPeer, receive: String, transmit: String, disconnectsOnClose: Bool,
        while isWanted: @Sendable () -> Bool
    ) throws(BluetoothError) -> BluetoothDevice {
        let channel = try BluetoothChannel(
            host, peer, receive: receive, transmit: transmit, timeoutSeconds: timeouts.call, while: isWanted)
        let battery = host.objects.properties(BluetoothObjects.battery, at: peer.path)?["Percentage"]?.asInt
        var device = BluetoothDevice(
            name: name, peer: peer, connection: host.connection, channel: channel, batteryPercent: battery,
            disconnectsOnClose: disconnectsOnClose)
        do throws(HapticDeviceError) {
            try device.introduce(within: timeouts.introduce, while: isWanted)
        } catch {
            device.close()
            throw .lost(peer)
        }
        return device
    }

    private static func asked<Answer>(
        _ peer: BluetoothPeer? = nil, _ work: () throws(DBusError) -> Answer
    ) throws(BluetoothError) -> Answer {
        do throws(DBusError) {
            return try work()
        } catch {
            throw BluetoothError(error, at: peer)
        }
    }
}
