extension DeviceChoice {
    /// The driver of the device; `nil` for the log, which is not a device.
    package func driver(baud: Int) -> (any HapticDeviceDriver)? {
        switch self {
        case .serial(let path): SerialDriver(path: path, baud: baud)
        case .rumble(let path): RumbleDriver(path: path)
        case .bluetooth(let name): BluetoothDriver(nameOrAddress: name)
        case .feedback: FeedbackDriver()
        case .log: nil
        }
    }
}

extension DeviceStatus {
    /// The change in words.
    package var text: String {
        switch self {
        case .inUse(let names): "using \(names.joined(separator: " and "))"
        case .unusable(let error), .gone(let error), .logFailed(let error): "failed to \(error)"
        case .unidentified(let name):
            "\(name) does not identify itself; check that it is the right port, at the right speed (haptics.baud)"
        case .nothingWorks: "no device works, so no pulse can be played; navbus haptics devices shows why"
        case .missed(let command): "\"\(command.words)\" was not played: no device could begin it in time"
        case .missedMore(let count): "\(count) more signals were not played"
        }
    }

    /// Whether it is a problem that deserves a warning.
    package var isTrouble: Bool { if case .inUse = self { false } else { true } }
}
