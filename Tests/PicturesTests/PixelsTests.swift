import CCairo
import TestSupport
import Testing

@testable import Pictures

@Suite("Pixels: PNG for files, RGB565 for panels")
struct PixelsTests {
    static let pictures: [Picture?] =
        SignPicture.allCases.map { Picture(Sign($0)) } + [
            nil, Picture(Sign(.fork(.left)), caption: SignCaption(distance: "300 m", street: "A", exitNumber: "1")),
        ]

    @Test(arguments: 1...3) func `a PNG contains exactly the drawn pixels, for an independent decoder too`(
        _ scale: Int
    ) throws {
        let folder = try ScratchFolder()
        let renderer = PictureRenderer(style: PictureStyle(size: .banner, scale: scale, theme: .day))
        try folder.write("decode.py", Array(Self.decoder.utf8))
        var kinds: Set<UInt8> = []
        for (number, picture) in Self.pictures.enumerated() where number.isMultiple(of: scale * scale) {
            let (png, drawn) = (try renderer.png(picture), try renderer.pixels(picture))
            kinds.insert(png[25])
            let decoded = try #require(Raster(png: png))
            #expect(decoded.width == drawn.width && decoded.pixels == drawn.argb, "by libpng, through Cairo")
            try folder.write("sign.png", png)
            let outcome = try PythonInterpreter.run(["\(folder.path)/decode.py", "\(folder.path)/sign.png"])
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            let raw = try folder.read("sign.png.raw")
            #expect(raw.count == 4 * drawn.argb.count)
            #expect(drawn.argb.indices.allSatisfy { Self.premultiplied(raw[(4 * $0)...].prefix(4)) == drawn.argb[$0] })
        }
        #expect(scale != 1 || kinds.contains(3), "a table of colours where it suffices")
        #expect(scale != 3 || kinds.contains(6), "true colours where it does not")
    }

    @Test func `the PNG of a sign is smaller than that of Cairo`() throws {
        let renderer = PictureRenderer(style: PictureStyle())
        let signs = SignPicture.allCases.map { Picture(Sign($0)) }
        let own = try signs.map { try renderer.png($0).count }.reduce(0, +)
        let cairos = try signs.map { try renderer.cairoPNG($0).count }.reduce(0, +)
        #expect(Double(own) < 0.9 * Double(cairos), "\(own) and \(cairos) bytes")
    }

    @Test(arguments: Theme.builtIn)
    func `a panel of the size of the picture gets the nearest 16-bit colours`(_ theme: Theme) throws {
        let renderer = PictureRenderer(style: PictureStyle(theme: theme))
        for case let picture? in Self.pictures where picture.width == picture.height {
            let panel = Panel(try renderer.rgb565(picture, width: 96, height: 96), width: 96)
            let drawn = try renderer.pixels(picture)
            let isNear = drawn.argb.enumerated().allSatisfy { place, pixel in
                guard pixel >> 24 == 255 else { return true }
                let color = panel.color(place % 96, place / 96)
                return zip([16, 8, 0], [5, 3, 5]).enumerated().allSatisfy { index, part in
                    abs(Int(pixel >> UInt32(part.0) & 255) - color[index]) <= part.1
                }
            }
            #expect(isNear)
        }
    }

    @Test(
        arguments: [(320, 240), (240, 320), (128, 128), (97, 31), (7, 96), (1, 1)])
    func `the picture fills the panel, centred on the background`(_ width: Int, _ height: Int)
        throws
    {
        let renderer = PictureRenderer(style: PictureStyle(theme: .contrast))
        let bytes = try renderer.rgb565(
            Picture(Sign(.straight)), width: width, height: height, background: Color(255, 0, 0))
        #expect(bytes.count == 2 * width * height)
        let (panel, side) = (Panel(bytes, width: width), min(width, height))
        let (left, top) = ((width - side) / 2, (height - side) / 2)
        let outside = (0..<width * height).map { ($0 % width, $0 / width) }.filter { x, y in
            x < left || x >= left + side || y < top || y >= top + side
        }
        #expect(outside.allSatisfy { panel.color($0, $1) == [255, 0, 0] })
        guard side > 20 else { return }
        // Next to the arrow is the plate, in the arrow the symbol.
        #expect(panel.color(left + side / 8, top + side / 2) == [0, 0, 0])
        #expect(panel.color(left + side / 2, top + side / 2) == [255, 227, 0])
    }

    @Test func `pixels are little-endian, and without a picture only background`() throws {
        let renderer = PictureRenderer(style: PictureStyle(theme: .night))
        let red = try renderer.rgb565(nil, width: 3, height: 2, background: Color(255, 0, 0))
        #expect(red == Array([[0x00, 0xF8], [0x00, 0xF8], [0x00, 0xF8]].joined()) + [0, 0xF8, 0, 0xF8, 0, 0xF8])
        #expect(try renderer.rgb565(nil, width: 1, height: 1, background: Color(0, 255, 0)) == [0xE0, 0x07])
        #expect(try renderer.rgb565(nil, width: 1, height: 1, background: Color(0, 0, 255)) == [0x1F, 0x00])
        let plate = Panel(try renderer.rgb565(nil, width: 1, height: 1), width: 1).color(0, 0)
        #expect(zip(plate, [0x0F, 0x14, 0x19]).allSatisfy { abs($0 - $1) <= 5 }, "the theme's plate: \(plate)")
    }

    @Test(
        arguments: [(0, 10), (10, 0), (-1, 1), (8193, 1), (Int.max, Int.max)])
    func `an impossible panel is an error`(_ width: Int, _ height: Int) {
        let renderer = PictureRenderer(style: PictureStyle())
        let error = #expect(throws: PictureError.self) { try renderer.rgb565(nil, width: width, height: height) }
        #expect(error?.description.contains("\(width) × \(height) pixels: each side must be 1 to 8192") == true)
    }

    @Test func `the cache draws nothing twice and is bounded`() throws {
        var cache = PictureCache<Sign, [UInt8]>(maxCount: 8)
        let renderer = PictureRenderer(style: PictureStyle())
        let signs = SignPicture.allCases.prefix(4).map { Sign($0) }
        for _ in 0..<3 {
            for sign in signs {
                let drawn = try cache.drawn(sign) { sign throws(PictureError) in try renderer.svg(Picture(sign)) }
                #expect(drawn == (try renderer.svg(Picture(sign))))
            }
        }
        #expect(cache.drawnCount == 4)
        for number in 0..<1000 {
            _ = cache.drawn(Sign(.straight, exitNumber: number)) { _ in [] }
            #expect(cache.count <= 8)
            // A frequently used drawing is never removed.
            _ = cache.drawn(signs[0]) { _ in
                Issue.record("drawn again"); return []
            }
        }
    }

    @Test func `a failed drawing is tried again`() {
        var cache = PictureCache<Int, Int>()
        let failure = PictureError.drawing(what: "a test", reason: "none")
        #expect(throws: failure) { try cache.drawn(1) { _ throws(PictureError) in throw failure } }
        #expect(cache.drawn(1) { $0 + 1 } == 2)
    }

    /// Decodes a PNG by the standard, with zlib only: red, green, blue and alpha of each pixel.
    private static let decoder = """
        import sys, zlib
        data = open(sys.argv[1], "rb").read()
        assert data[:8] == b"\\x89PNG\\r\\n\\x1a\\n"
        place, chunks = 8, {}
        while place < len(data):
            length = int.from_bytes(data[place:place + 4], "big")
            kind, body = data[place + 4:place + 8], data[place + 8:place + 8 + length]
            assert zlib.crc32(kind + body) == int.from_bytes(data[place + 8 + length:place + 12 + length], "big")
            chunks[kind] = chunks.get(kind, b"") + body
            place += 12 + length
        assert kind == b"IEND"
        head = chunks[b"IHDR"]
        width, height, depth, color = int.from_bytes(head[:4], "big"), int.from_bytes(head[4:8], "big"), head[8], head[9]
        assert color in (3, 6) and head[10:] == b"\\0\\0\\0"
        bits = depth * (1 if color == 3 else 4)
        rows, line, out = zlib.decompress(chunks[b"IDAT"]), (width * bits + 7) // 8, bytearray()
        assert len(rows) == height * (line + 1)
        table, alpha = chunks.get(b"PLTE", b""), chunks.get(b"tRNS", b"")
        for y in range(height):
            row = rows[y * (line + 1):(y + 1) * (line + 1)]
            assert row[0] == 0, "no filters"
            if color == 6:
                out += row[1:]
                continue
            for x in range(width):
                shift = 8 - depth - x * depth % 8
                entry = row[1 + x * depth // 8] >> shift & ((1 << depth) - 1)
                out += table[3 * entry:3 * entry + 3]
                out.append(alpha[entry] if entry < len(alpha) else 255)
        open(sys.argv[1] + ".raw", "wb").write(out)
        """

    /// The pixel in the format of Cairo.
    private static func premultiplied(_ color: ArraySlice<UInt8>) -> UInt32 {
        let parts = color.map { UInt32($0) }
        let scaled = parts.prefix(3).map { part in
            let product = part * parts[3] + 128
            return (product + product >> 8) >> 8
        }
        return parts[3] << 24 | scaled[0] << 16 | scaled[1] << 8 | scaled[2]
    }
}

/// The pixels of a panel.
private struct Panel {
    let bytes: [UInt8]
    let width: Int

    init(_ bytes: [UInt8], width: Int) { (self.bytes, self.width) = (bytes, width) }

    /// Red, green and blue, 0...255.
    func color(_ x: Int, _ y: Int) -> [Int] {
        let place = 2 * (y * width + x)
        let pixel = Int(bytes[place]) | Int(bytes[place + 1]) << 8
        return [((pixel >> 11) * 255 + 15) / 31, ((pixel >> 5 & 63) * 255 + 31) / 63, ((pixel & 31) * 255 + 15) / 31]
    }
}

extension PictureRenderer {
    /// The PNG that Cairo writes of the same pixels.
    fileprivate func cairoPNG(_ picture: Picture) throws -> [UInt8] {
        let drawn = try pixels(picture)
        let surface = CairoSurface(
            cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(drawn.width), Int32(drawn.height)))
        drawn.argb.withUnsafeBytes { bytes in
            let data = cairo_image_surface_get_data(surface.pointer)
            if let data, let base = bytes.baseAddress {
                UnsafeMutableRawPointer(data).copyMemory(from: base, byteCount: bytes.count)
            }
        }
        cairo_surface_mark_dirty(surface.pointer)
        let sink = ByteSink()
        cairo_surface_write_to_png_stream(surface.pointer, ByteSink.write, Unmanaged.passUnretained(sink).toOpaque())
        return sink.bytes
    }
}

/// Collects the output of Cairo.
private final class ByteSink {
    private(set) var bytes: [UInt8] = []

    static let write: cairo_write_func_t = { sink, data, length in
        guard let sink, let data else { return CAIRO_STATUS_WRITE_ERROR }
        Unmanaged<ByteSink>.fromOpaque(sink).takeUnretainedValue().bytes
            .append(contentsOf: UnsafeBufferPointer(start: data, count: Int(length)))
        return CAIRO_STATUS_SUCCESS
    }
}
