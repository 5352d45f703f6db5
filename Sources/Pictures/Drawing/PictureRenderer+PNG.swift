import CPNG

extension PictureRenderer {
    /// A PNG with exactly the drawn pixels; without a picture, square and transparent.
    public func png(_ picture: Picture?) throws(PictureError) -> [UInt8] {
        try pixels(picture).png()
    }
}

extension Pixels {
    /// The pixels as a PNG, with a palette if 256 colours suffice, as for signs at the sizes of banners and lists.
    public func png() throws(PictureError) -> [UInt8] {
        guard let (indices, colors) = indexed() else { return try png(rows: straight(), table: []) }
        return try png(rows: indices, table: colors.map { Self.straight($0).littleEndian })
    }

    /// Red, green, blue and alpha of every pixel, not premultiplied. Most pixels equal the one before.
    private func straight() -> [UInt8] {
        var (last, color) = (UInt32(0), Self.straight(0))
        return [UInt8](unsafeUninitializedCapacity: 4 * argb.count) { buffer, count in
            for pixel in argb {
                if pixel != last { (last, color) = (pixel, Self.straight(pixel)) }
                for shift: UInt32 in [0, 8, 16, 24] {
                    buffer[count] = UInt8(truncatingIfNeeded: color >> shift)
                    count += 1
                }
            }
        }
    }

    private func png(rows: [UInt8], table: [UInt32]) throws(PictureError) -> [UInt8] {
        var image = navbus_png_image(UInt32(width), UInt32(height), UInt32(table.count))
        defer { png_image_free(&image) }
        let capacity = navbus_png_most_bytes(&image)
        var length = capacity
        var isWritten: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            isWritten = png_image_write_to_memory(&image, buffer.baseAddress, &length, 0, rows, 0, table)
            count = isWritten == 0 ? 0 : length
        }
        guard isWritten != 0 else {
            let reason = withUnsafeBytes(of: image.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            throw .drawing(what: "a PNG", reason: reason)
        }
        return bytes
    }

    /// The pixel as PNG stores it: red in the lowest byte, then green, blue and alpha, not premultiplied.
    private static func straight(_ pixel: UInt32) -> UInt32 {
        let alpha = pixel >> 24
        guard alpha != 0 else { return 0 }
        func component(_ shift: UInt32) -> UInt32 { ((pixel >> shift & 255) * 255 + alpha / 2) / alpha }
        return component(16) | component(8) << 8 | component(0) << 16 | alpha << 24
    }

    /// The pixels as indices into a palette; `nil` for more than 256 colours.
    private func indexed() -> (indices: [UInt8], colors: [UInt32])? {
        // A hash table of 1024 slots, at most a quarter full. Most pixels equal the one before.
        var slots = [Int16](repeating: -1, count: 1024)
        var colors: [UInt32] = []
        var last: (pixel: UInt32, index: UInt8)?
        var isComplete = true
        let indices = [UInt8](unsafeUninitializedCapacity: argb.count) { buffer, count in
            for pixel in argb {
                if last?.pixel != pixel {
                    var slot = Int((pixel &* 2_654_435_761) >> 22)
                    while slots[slot] >= 0, colors[Int(slots[slot])] != pixel { slot = (slot + 1) & 1023 }
                    if slots[slot] < 0 {
                        guard colors.count < 256 else {
                            isComplete = false
                            return
                        }
                        slots[slot] = Int16(colors.count)
                        colors.append(pixel)
                    }
                    last = (pixel, UInt8(slots[slot]))
                }
                buffer[count] = last?.index ?? 0
                count += 1
            }
        }
        return isComplete ? (indices, colors) : nil
    }
}
