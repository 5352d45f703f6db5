import CCairo

extension PictureRenderer {
    /// The pixels of a small panel: `width` × `height`, row by row from the top, without gaps. Each pixel has two
    /// bytes, little-endian, with five bits of red in the highest bits, six of green and five of blue.
    ///
    /// The picture is centred and as large as fits. Panels have no transparency: the area outside the plate has the
    /// colour `background`, or that of the plate if it is `nil`. Without a picture there is only the background. The
    /// scale and size of the style are ignored.
    public func rgb565(
        _ picture: Picture?, width: Int, height: Int, background: Color? = nil
    ) throws(PictureError) -> [UInt8] {
        let ground = background ?? style.theme.plate
        let pixels = try Pixels(width: width, height: height, what: "the pixels of a panel") { context in
            cairo_set_source_rgb(context, ground.red, ground.green, ground.blue)
            cairo_paint(context)
            guard let picture else { return }
            let scale = min(Double(width) / picture.width, Double(height) / picture.height)
            // Whole pixels give vertical and horizontal lines sharp edges.
            let (left, top) = (
                ((Double(width) - picture.width * scale) / 2).rounded(.down),
                ((Double(height) - picture.height * scale) / 2).rounded(.down)
            )
            cairo_translate(context, left, top)
            draw(picture, in: context, scale: scale)
        }
        return pixels.rgb565
    }
}

extension Pixels {
    /// The pixels of a small panel: row by row from the top, without gaps. Each pixel has two bytes, little-endian, with
    /// five bits of red in the highest bits, six of green and five of blue. Opaque pixels are assumed.
    public var rgb565: [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 2 * argb.count) { buffer, count in
            for pixel in argb {
                let packed = Self.rgb565(pixel)
                buffer[count] = UInt8(packed & 255)
                buffer[count + 1] = UInt8(packed >> 8)
                count += 2
            }
        }
    }

    /// The nearest colour with 5, 6 and 5 bits.
    private static func rgb565(_ pixel: UInt32) -> UInt32 {
        let (red, green, blue) = (pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255)
        return ((red * 31 + 127) / 255) << 11 | ((green * 63 + 127) / 255) << 5 | (blue * 31 + 127) / 255
    }
}
