import DBus

/// The UUIDs of Nordic UART: the service, and its characteristics. A host writes to RX of the device and reads its TX.
enum NordicUART {
    static let service = "6e400001-b5a3-f393-e0a9-e50e24dcca9e"
    static let receive = "6e400002-b5a3-f393-e0a9-e50e24dcca9e"
    static let transmit = "6e400003-b5a3-f393-e0a9-e50e24dcca9e"
}

/// A device that BlueZ knows.
struct BluetoothPeer: Hashable, Sendable {
    var path: String
    var address: String
    var name: String
    var isConnected: Bool
    var isResolved: Bool
    var isPaired: Bool
    /// Signal strength, dBm; `nil` if the device was not received lately.
    var signalStrength: Int?
    /// Whether the device offers Nordic UART, or announces it.
    var hasUART: Bool
}

extension BluetoothObjects {
    /// The adapters by path, and whether they are on.
    var adapters: [String: Bool] {
        objects.compactMapValues { $0[Self.adapter].map { $0["Powered"]?.asBool ?? false } }
    }

    /// The device at a path.
    func peer(_ path: String) -> BluetoothPeer? {
        guard let properties = properties(Self.device, at: path) else { return nil }
        let address = properties["Address"]?.asText ?? ""
        return BluetoothPeer(
            path: path, address: address, name: (properties["Name"] ?? properties["Alias"])?.asText ?? address,
            isConnected: properties["Connected"]?.asBool ?? false,
            isResolved: properties["ServicesResolved"]?.asBool ?? false,
            isPaired: properties["Paired"]?.asBool ?? false, signalStrength: properties["RSSI"]?.asInt,
            hasUART: properties["UUIDs"]?.asTexts.contains { $0.lowercased() == NordicUART.service } ?? false)
    }

    /// The matching devices, on adapters that are on, the most promising first: connected ones, then those that were
    /// received, the nearest first, then paired ones.
    ///
    /// - Parameter wanted: Name or address; `nil` for any with Nordic UART.
    func peers(_ wanted: String?) -> [BluetoothPeer] {
        let on = Set(adapters.filter(\.value).keys)
        return objects.keys.compactMap { path -> BluetoothPeer? in
            let adapter = properties(Self.device, at: path)?["Adapter"]?.asText
            guard adapter.map(on.contains) ?? false else { return nil }
            return peer(path).flatMap { self.is($0, wanted) ? $0 : nil }
        }.sorted { Self.rank($0) > Self.rank($1) }
    }

    /// The path of the characteristic of the device's Nordic UART; `nil` if it has none.
    func characteristic(_ uuid: String, of device: String) -> String? {
        let services = objects.filter {
            $0.value[Self.service]?["Device"]?.asText == device
                && $0.value[Self.service]?["UUID"]?.asText?.lowercased() == NordicUART.service
        }.keys
        return objects.filter {
            guard let found = $0.value[Self.characteristic] else { return false }
            return found["UUID"]?.asText?.lowercased() == uuid
                && found["Service"]?.asText.map(services.contains) ?? false
        }.keys.min()
    }

    /// Whether the device offers Nordic UART, once its services are known.
    func hasUART(_ device: String) -> Bool {
        objects.values.contains {
            $0[Self.service]?["Device"]?.asText == device
                && $0[Self.service]?["UUID"]?.asText?.lowercased() == NordicUART.service
        }
    }

    private func `is`(_ peer: BluetoothPeer, _ wanted: String?) -> Bool {
        guard let wanted else { return peer.hasUART }
        let alias = properties(Self.device, at: peer.path)?["Alias"]?.asText
        return peer.address.lowercased() == wanted.lowercased() || peer.name == wanted || alias == wanted
    }

    private static func rank(_ peer: BluetoothPeer) -> (Int, Int, Int, String) {
        (peer.isConnected ? 1 : 0, peer.signalStrength ?? -1000, peer.isPaired ? 1 : 0, peer.path)
    }
}
