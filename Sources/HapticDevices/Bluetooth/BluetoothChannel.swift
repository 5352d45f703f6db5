import DBus
import Glibc

/// The two directions of a Nordic UART as descriptors; each write is one packet.
///
/// BlueZ provides its own descriptors if it can. Otherwise they are socket pairs, and their content is passed over
/// D-Bus by ``calls()`` and ``deliver(_:)``.
struct BluetoothChannel {
    /// The bytes of a packet that are not payload.
    private static let overhead = 3

    /// The descriptor of lines to the device.
    let writing: Int32
    /// The descriptor of lines from the device.
    let reading: Int32
    /// The size limit of one write, bytes.
    let maxBytes: Int
    /// The paths of the characteristics RX and TX.
    let receive: String
    let transmit: String
    /// The other ends of the socket pairs; `nil` if BlueZ has provided a descriptor.
    private(set) var writeEnd: DBusDescriptor?
    private(set) var notifyEnd: DBusDescriptor?

    /// Acquires both directions: first the one from the device, so that no answer is missed.
    init(
        _ host: BluetoothHost, _ peer: BluetoothPeer, receive: String, transmit: String, timeoutSeconds: Double,
        while isWanted: () -> Bool
    ) throws(BluetoothError) {
        self.receive = receive
        self.transmit = transmit
        func acquire(_ path: String, _ member: String) throws(BluetoothError) -> (DBusDescriptor, mtu: Int)? {
            do throws(DBusError) {
                let answer = try host.call(
                    path, BluetoothObjects.characteristic, member, [.dictionary([:])], within: timeoutSeconds,
                    while: isWanted)
                guard let descriptor = answer.first?.asDescriptor else { return nil }
                return (descriptor, answer.dropFirst().first?.asInt ?? 0)
            } catch {
                switch error.name {
                case "org.bluez.Error.NotSupported", "org.freedesktop.DBus.Error.UnknownMethod": return nil
                case "org.bluez.Error.NotPermitted": throw .taken(peer)
                default: throw BluetoothError(error, at: peer)
                }
            }
        }
        let hears = try acquire(transmit, "AcquireNotify")
        let writes = try acquire(receive, "AcquireWrite")
        maxBytes = Self.piece(ofMTU: writes?.mtu ?? 0)
        if hears == nil {
            do throws(DBusError) {
                try host.call(
                    transmit, BluetoothObjects.characteristic, "StartNotify", within: timeoutSeconds, while: isWanted)
            } catch {
                throw BluetoothError(error, at: peer)
            }
        }
        let heardEnds = if let hears { [hears.0] } else { try Self.pair() }
        let writtenEnds = if let writes { [writes.0] } else { try Self.pair() }
        // Last, because a copy must be closed by its new owner.
        reading = try Self.copy(heardEnds[0])
        do throws(BluetoothError) {
            writing = try Self.copy(writtenEnds[0])
        } catch {
            close(reading)
            throw error
        }
        notifyEnd = hears == nil ? heardEnds[1] : nil
        writeEnd = writes == nil ? writtenEnds[1] : nil
    }

    /// The size limit of a write: never more than one packet of the smallest size, so that a line is not split.
    static func piece(ofMTU mtu: Int) -> Int {
        mtu > overhead ? min(UARTLine.maxBytes, mtu - overhead) : UARTLine.maxBytes
    }

    /// The calls that write the pending lines to BlueZ; empty if BlueZ reads them itself.
    func calls() -> [DBusMethod] {
        guard let writeEnd else { return [] }
        var calls: [DBusMethod] = []
        var bytes = [UInt8](repeating: 0, count: UARTLine.maxBytes)
        while true {
            let count = recv(writeEnd.number, &bytes, bytes.count, Int32(MSG_DONTWAIT))
            guard count > 0 else { return calls }
            calls.append(
                BluetoothHost.method(
                    receive, BluetoothObjects.characteristic, "WriteValue",
                    [.bytes(Array(bytes.prefix(count))), .dictionary(["type": .string("request")])]))
        }
    }

    /// Handles bytes that the device has sent over D-Bus.
    func deliver(_ bytes: [UInt8]) {
        // If the socket is full, lines are dropped: a device that sends so much is not waited for. An empty packet
        // would read like the end of the connection.
        if let notifyEnd, !bytes.isEmpty {
            _ = send(notifyEnd.number, bytes, bytes.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
        }
    }

    /// Whether the other end was closed.
    var isHungUp: Bool {
        var asked = pollfd(fd: writing, events: 0, revents: 0)
        return poll(&asked, 1, 0) > 0 && asked.revents != 0
    }

    private static func pair() throws(BluetoothError) -> [DBusDescriptor] {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw .other(String(cString: strerror(errno))) }
        return ends.map { DBusDescriptor(owning: $0) }
    }

    private static func copy(_ descriptor: DBusDescriptor) throws(BluetoothError) -> Int32 {
        let copy = fcntl(descriptor.number, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else { throw .other(String(cString: strerror(errno))) }
        return copy
    }
}
