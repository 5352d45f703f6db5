import CPlatform
import DBus
import Glibc
import Platform

/// A connected device with Nordic UART over Bluetooth: the same lines as at a serial port, and the battery from BlueZ.
struct BluetoothDevice: HapticDevice {
    let name: String
    var motors: HapticMotors { uart.motors }
    /// The name that the device reports.
    var model: String? { uart.model }
    var source: String { "bluetooth \(peer.address)" }
    var unconfirmedMilliseconds: Int { uart.unconfirmedMilliseconds }
    /// Readable when the device or BlueZ sends something, and when the device is lost.
    var descriptor: Int32? { all?.number }

    private let peer: BluetoothPeer
    private let connection: DBusConnection
    private let channel: BluetoothChannel
    /// Whether this object has connected the device, and so disconnects it.
    private let disconnectsOnClose: Bool
    private var uart: UARTDevice
    private var all: DBusDescriptor?
    private var words: [DeviceMessage] = []
    /// Whether the device reports its battery itself: then the value of BlueZ is ignored.
    private var reportsBattery = false
    /// The reason of the loss, which is final: the device must be opened again.
    private var loss: HapticDeviceError?
    /// The calls without an answer yet, and their times, milliseconds.
    private var pending: [UInt64: Int] = [:]
    private static let maxPendingCalls = 64
    private static let answerTimeoutMilliseconds = 3000

    init(
        name: String, peer: BluetoothPeer, connection: DBusConnection, channel: BluetoothChannel, batteryPercent: Int?,
        disconnectsOnClose: Bool
    ) {
        self.name = name
        self.peer = peer
        self.connection = connection
        self.channel = channel
        self.disconnectsOnClose = disconnectsOnClose
        uart = UARTDevice(name: name, writing: channel.writing, reading: channel.reading, mtu: channel.maxBytes)
        words = batteryPercent.map { [.battery(percent: $0)] } ?? []
        all = Self.combined([
            (channel.reading, EPOLLIN.rawValue), (channel.writing, 0), (connection.descriptor ?? -1, EPOLLIN.rawValue),
        ])
    }

    /// Asks the device for its name and waits for the answer; without an answer, one motor is assumed.
    mutating func introduce(within seconds: Double, while isWanted: () -> Bool) throws(HapticDeviceError) {
        let end = MonotonicInstant.now.milliseconds + Int(seconds * 1000)
        try through { (uart) throws(HapticDeviceError) in try uart.introduce(within: 0) }
        while uart.model == nil, isWanted(), MonotonicInstant.now.milliseconds < end {
            var waited = pollfd(fd: all?.number ?? -1, events: Int16(POLLIN), revents: 0)
            _ = poll(&waited, 1, 50)
            words = try messages()
        }
    }

    mutating func vibrate(_ vibration: Vibration) throws(HapticDeviceError) {
        try through { (uart) throws(HapticDeviceError) in try uart.vibrate(vibration) }
    }

    mutating func stop() throws(HapticDeviceError) {
        try through { (uart) throws(HapticDeviceError) in try uart.stop() }
    }

    mutating func messages() throws(HapticDeviceError) -> [DeviceMessage] {
        try receive()
        guard !channel.isHungUp else { throw lost() }
        for word in try through({ (uart) throws(HapticDeviceError) in try uart.messages() }) { handle(word) }
        defer { words = [] }
        return words
    }

    mutating func checkHealth() throws(HapticDeviceError) {
        try receive()
        guard !channel.isHungUp else { throw lost() }
        if let oldest = pending.values.min(),
            MonotonicInstant.now.milliseconds - oldest > Self.answerTimeoutMilliseconds
        {
            throw lost()
        }
        try through { (uart) throws(HapticDeviceError) in try uart.checkHealth() }
    }

    mutating func close() {
        guard all != nil else { return }
        uart.close()
        // Neither answer is needed: BlueZ does both, or has ended.
        for call in channel.calls() { _ = try? connection.send(call) }
        if disconnectsOnClose {
            _ = try? connection.send(BluetoothHost.method(peer.path, BluetoothObjects.device, "Disconnect"))
        }
        connection.close()
        all = nil
    }

    /// Runs work on the lines, and passes what was written to BlueZ if BlueZ does not read it itself.
    private mutating func through<Answer>(
        _ work: (inout UARTDevice) throws(HapticDeviceError) -> Answer
    ) throws(HapticDeviceError) -> Answer {
        if let loss { throw loss }
        let answer: Answer
        do throws(HapticDeviceError) {
            answer = try work(&uart)
        } catch {
            guard case .device(_, let reason, let remedy) = error, !channel.isHungUp else { throw lost() }
            throw .device(name: name, reason: "\(peer.words): \(reason)", remedy: remedy)
        }
        do throws(DBusError) {
            for call in channel.calls() {
                guard pending.count < Self.maxPendingCalls else { throw .timeout(method: call.member, seconds: 3) }
                pending[try connection.send(call)] = MonotonicInstant.now.milliseconds
            }
        } catch {
            throw lost()
        }
        return answer
    }

    /// Handles the messages of BlueZ.
    private mutating func receive() throws(HapticDeviceError) {
        do throws(DBusError) {
            while let message = try connection.next() {
                switch message {
                case .answer(let number, let result):
                    if pending.removeValue(forKey: number) != nil { _ = try result.get() }
                case .signal(let signal): try handle(signal)
                }
            }
        } catch {
            throw lost(BluetoothError(error, at: peer))
        }
    }

    private mutating func handle(_ signal: DBusSignal) throws(DBusError) {
        let arguments = signal.arguments
        if signal.member == "NameOwnerChanged" { throw .bus(reason: "BlueZ was ended") }
        guard signal.member == "PropertiesChanged", arguments.count > 1, let changed = arguments[1].asDictionary else {
            return
        }
        switch (arguments[0].asText, signal.path) {
        case (BluetoothObjects.device, peer.path) where changed["Connected"]?.asBool == false:
            throw .answer(name: "org.bluez.Error.NotConnected", text: "")
        case (BluetoothObjects.battery, peer.path):
            if !reportsBattery, let percent = changed["Percentage"]?.asInt { words.append(.battery(percent: percent)) }
        case (BluetoothObjects.characteristic, channel.transmit):
            if let bytes = changed["Value"]?.asBytes { channel.deliver(bytes) }
        default: break
        }
    }

    private mutating func handle(_ word: DeviceMessage) {
        if case .battery = word { reportsBattery = true }
        words.append(word)
    }

    private mutating func lost(_ refusal: BluetoothError? = nil) -> HapticDeviceError {
        let error = (refusal ?? .lost(peer)).error(name)
        loss = loss ?? error
        return error
    }

    /// A descriptor that is readable when any of these is ready or hung up.
    private static func combined(_ descriptors: [(number: Int32, events: UInt32)]) -> DBusDescriptor? {
        let all = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard all >= 0 else { return nil }
        for descriptor in descriptors where descriptor.number >= 0 {
            var event = epoll_event(events: descriptor.events, data: epoll_data_t(fd: descriptor.number))
            epoll_ctl(all, EPOLL_CTL_ADD, descriptor.number, &event)
        }
        return DBusDescriptor(owning: all)
    }
}
