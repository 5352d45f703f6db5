import NavigationControl

/// What the kernel knows of a framebuffer.
struct PanelFacts: Sendable {
    private let folder: OutputFolder

    /// The facts of a device; of a file there are none.
    init(device: String, below folder: String) {
        let name = device.split(separator: "/").last ?? ""
        self.folder = OutputFolder(device.hasPrefix("/dev/") ? "\(folder)/\(name)" : "/nonexistent")
    }

    /// Why frames of this size cannot be written to it; `nil` if they can, or if nothing is known.
    func problem(for size: PanelSize) -> String? {
        if let bits = number("bits_per_pixel"), bits != 16 {
            return "it has \(bits) bits a pixel, and 16 are written; have its driver use RGB565"
        }
        if let stride = number("stride"), stride != 2 * size.width {
            return "a row of it has \(stride / 2) pixels, not \(size.width); set \"panel\" to its size"
        }
        return nil
    }

    private func number(_ name: String) -> Int? {
        guard let bytes = folder.read(name) else { return nil }
        return Int(String(decoding: bytes.prefix { $0 > UInt8(ascii: " ") }, as: UTF8.self))
    }
}
