import CCairo
import Glibc

/// The renderer for comparison, which is loaded at run time, since its Debian package has no headers.
struct Librsvg {
    /// The reason why librsvg cannot be used; completes "failed to …".
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    private typealias Parse = @convention(c) (UnsafePointer<UInt8>?, UInt, UnsafeMutableRawPointer?) -> OpaquePointer?
    private typealias Render =
        @convention(c) (
            OpaquePointer?, OpaquePointer?, UnsafePointer<cairo_rectangle_t>, UnsafeMutableRawPointer?
        ) -> CInt
    private typealias Release = @convention(c) (OpaquePointer?) -> Void

    private let parse: Parse
    private let render: Render
    private let release: Release

    init() throws(Failure) {
        let library = try Self.open("librsvg-2.so.2")
        parse = unsafeBitCast(try Self.find("rsvg_handle_new_from_data", library), to: Parse.self)
        render = unsafeBitCast(try Self.find("rsvg_handle_render_document", library), to: Render.self)
        release = unsafeBitCast(
            try Self.find("g_object_unref", try Self.open("libgobject-2.0.so.0")), to: Release.self)
    }

    private static func open(_ name: String) throws(Failure) -> UnsafeMutableRawPointer {
        guard let library = dlopen(name, RTLD_NOW) else {
            throw Failure(description: "open \(name): install it with apt-get install librsvg2-bin")
        }
        return library
    }

    private static func find(
        _ name: String, _ library: UnsafeMutableRawPointer
    ) throws(Failure) -> UnsafeMutableRawPointer {
        guard let function = dlsym(library, name) else {
            throw Failure(description: "find \(name) in librsvg: version 2.46 or later is needed")
        }
        return function
    }

    /// Parses and renders an SVG.
    ///
    /// - Returns: The size of Cairo's PNG in bytes; 0 without a PNG.
    func draw(_ svg: [UInt8], width: Int, height: Int, withPNG: Bool) throws(Failure) -> Int {
        guard let handle = parse(svg, UInt(svg.count), nil) else { throw Failure(description: "parse an SVG") }
        defer { release(handle) }
        let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
        defer { cairo_surface_destroy(surface) }
        let context = cairo_create(surface)
        defer { cairo_destroy(context) }
        var board = cairo_rectangle_t(x: 0, y: 0, width: Double(width), height: Double(height))
        guard render(handle, context, &board, nil) != 0 else { throw Failure(description: "render an SVG") }
        guard withPNG else { return 0 }
        var count = 0
        let status = withUnsafeMutablePointer(to: &count) { count in
            cairo_surface_write_to_png_stream(
                surface,
                { counter, _, length in
                    counter?.assumingMemoryBound(to: Int.self).pointee += Int(length)
                    return CAIRO_STATUS_SUCCESS
                }, count)
        }
        guard status == CAIRO_STATUS_SUCCESS else { throw Failure(description: "write a PNG with Cairo") }
        return count
    }
}
