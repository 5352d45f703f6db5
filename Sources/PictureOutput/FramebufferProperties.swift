import NavigationControl

/// The properties of a framebuffer in sysfs.
struct FramebufferProperties: Sendable {
    private let folder: OutputFolder

    /// Reads the properties of a device; a file has none.
    init(device: String, below folder: String) {
        let name = device.split(separator: "/").last ?? ""
        self.folder = OutputFolder(device.hasPrefix("/dev/") ? "\(folder)/\(name)" : "/nonexistent")
    }

    /// The reason why frames of this size cannot be written; `nil` if they can, or if the properties are unknown.
    func problem(for size: PanelSize) -> String? {
        if let bits = number("bits_per_pixel"), bits != 16 {
            return "it has \(bits) bits per pixel instead of 16; set its driver to RGB565"
        }
        if let stride = number("stride"), stride != 2 * size.width {
            return "its rows have \(stride / 2) pixels instead of \(size.width); set \"panel\" to its size"
        }
        return nil
    }

    private func number(_ name: String) -> Int? {
        guard let bytes = folder.read(name) else { return nil }
        return Int(String(decoding: bytes.prefix { $0 > UInt8(ascii: " ") }, as: UTF8.self))
    }
}
