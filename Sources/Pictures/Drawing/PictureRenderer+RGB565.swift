import CCairo

extension PictureRenderer {
    /// The pixels of a small panel: `width` × `height`, row by row from the top, two bytes a pixel with the lower one
    /// first (little-endian), red in the five highest bits, then six of green and five of blue; no gap between rows.
    ///
    /// The picture is as large as it fits, in the middle. Panels have no transparency: around it, and in what its plate
    /// leaves free, is the `background`; without one, the theme's plate, so that the whole panel is the sign. Without a
    /// picture there is the background only. The scale and size of the style do not matter here.
    public func rgb565(
        _ picture: Picture?, width: Int, height: Int, background: Color? = nil
    ) throws(PictureError) -> [UInt8] {
        let ground = background ?? style.theme.plate
        let pixels = try Pixels(width: width, height: height, what: "the pixels of a panel") { context in
            cairo_set_source_rgb(context, ground.red, ground.green, ground.blue)
            cairo_paint(context)
            guard let picture else { return }
            let scale = min(Double(width) / picture.width, Double(height) / picture.height)
            // On whole pixels, so that what stands upright in the picture has sharp edges.
            let (left, top) = (
                ((Double(width) - picture.width * scale) / 2).rounded(.down),
                ((Double(height) - picture.height * scale) / 2).rounded(.down)
            )
            cairo_translate(context, left, top)
            draw(picture, in: context, scale: scale)
        }
        return [UInt8](unsafeUninitializedCapacity: 2 * width * height) { buffer, count in
            for pixel in pixels.argb {
                let packed = Self.rgb565(pixel)
                buffer[count] = UInt8(packed & 255)
                buffer[count + 1] = UInt8(packed >> 8)
                count += 2
            }
        }
    }

    /// The nearest colour of 5, 6 and 5 bits.
    private static func rgb565(_ pixel: UInt32) -> UInt32 {
        let (red, green, blue) = (pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255)
        return ((red * 31 + 127) / 255) << 11 | ((green * 63 + 127) / 255) << 5 | (blue * 31 + 127) / 255
    }
}
