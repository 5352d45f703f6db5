extension DeviceChoice {
    /// How to come by the device; `nil` for the log, which is none.
    func kind(baud: Int) -> (any HapticDeviceKind)? {
        switch self {
        case .serial(let path): SerialKind(path: path, baud: baud)
        case .rumble(let path): RumbleKind(path: path)
        case .bluetooth(let name): BluetoothKind(nameOrAddress: name)
        case .feedback: FeedbackKind()
        case .log: nil
        }
    }
}

extension DeviceNews {
    /// For people.
    var text: String {
        switch self {
        case .inUse(let names): "felt on \(names.joined(separator: " and "))"
        case .unusable(let error), .gone(let error), .logFailed(let error): "failed to \(error)"
        case .stranger(let name):
            "\(name) does not say what it is: is it the right port, at the right speed (haptics.baud)?"
        case .nothingWorks: "no device works: nothing can be felt; navbus haptics devices shows why"
        case .missed(let command): "\"\(command.words)\" was not felt: no device could begin it in time"
        case .missedMore(let count): "\(count) more signals were not felt"
        }
    }

    /// Whether it is worth a warning.
    var isTrouble: Bool { if case .inUse = self { false } else { true } }
}
