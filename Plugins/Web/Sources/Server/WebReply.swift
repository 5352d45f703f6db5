import CMicroHTTPD
import Glibc

/// An HTTP response.
struct WebReply {
    /// The body of a response.
    enum Body {
        case bytes([UInt8])
        /// A part of a file; the descriptor is closed afterwards.
        case file(Int32, Range<UInt64>)
    }

    var status: Int
    var headers: [(String, String)]
    var body: Body

    /// Creates a response with a media type.
    init(_ type: String, _ body: Body, status: Int = 200, headers: [(String, String)] = []) {
        (self.status, self.body) = (status, body)
        self.headers = Self.common + [("Content-Type", type)] + headers
    }

    /// Creates a response with an error status and a reason.
    init(refusing status: Int, _ sentence: String, headers: [(String, String)] = []) {
        self.init("text/plain; charset=utf-8", .bytes(Array((sentence + "\n").utf8)), status: status, headers: headers)
    }

    /// The headers of every response: no caching, no type sniffing, no referrer, no use by other sites.
    private static let common = [
        ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
    ]

    /// The policy of all content except the page.
    static let closedPolicy = "default-src 'none'; frame-ancestors 'none'"

    /// Queues the response.
    func send(on connection: OpaquePointer) -> MHD_Result {
        var headers = headers
        if !headers.contains(where: { $0.0 == "Content-Security-Policy" }) {
            headers.append(("Content-Security-Policy", Self.closedPolicy))
        }
        let response: OpaquePointer?
        switch body {
        case .bytes(let bytes):
            // The buffer is copied and not modified.
            response = bytes.withUnsafeBytes { bytes in
                MHD_create_response_from_buffer(
                    bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), .RESPMEM_MUST_COPY)
            }
        case .file(let descriptor, let range):
            response = MHD_create_response_from_fd_at_offset64(
                range.upperBound - range.lowerBound, descriptor, range.lowerBound)
            if response == nil { close(descriptor) }
        }
        return Self.queue(response, status, headers, on: connection)
    }

    /// Queues an event stream, which libmicrohttpd reads block by block.
    static func send(_ stream: StateStream, on connection: OpaquePointer) -> MHD_Result {
        let response = MHD_create_response_from_callback(
            UInt64.max, streamBlockBytes,
            { stream, _, buffer, count in
                guard let stream, let buffer else { return -1 }
                return Unmanaged<StateStream>.fromOpaque(stream).takeUnretainedValue()
                    .fill(UnsafeMutableRawBufferPointer(start: buffer, count: count))
            }, Unmanaged.passUnretained(stream).toOpaque(), nil)
        let headers =
            common + [
                ("Content-Type", "text/event-stream"), ("Content-Security-Policy", closedPolicy),
                // A proxy that buffers responses would delay the events.
                ("X-Accel-Buffering", "no"),
            ]
        return queue(response, 200, headers, on: connection)
    }

    private static let streamBlockBytes = 16_384

    private static func queue(
        _ response: OpaquePointer?, _ status: Int, _ headers: [(String, String)], on connection: OpaquePointer
    ) -> MHD_Result {
        // Without memory for the response, the connection is closed.
        guard let response else { return .NO }
        defer { MHD_destroy_response(response) }
        for (name, value) in headers { MHD_add_response_header(response, name, value) }
        return MHD_queue_response(connection, UInt32(status), response)
    }
}

extension BrowserRequest {
    /// Reads a request of libmicrohttpd.
    init(_ connection: OpaquePointer, method: String, path: String, port: UInt16) {
        func value(_ kind: MHD_ValueKind, _ name: String) -> String? {
            MHD_lookup_connection_value(connection, kind, name).map { String(cString: $0) }
        }
        self.init(
            method, path, token: value(.GET_ARGUMENT_KIND, "token"),
            cookies: Self.cookies(AccessCheck.cookieName(port: port), of: connection),
            authorization: value(.HEADER_KIND, "Authorization"),
            host: nil, range: value(.HEADER_KIND, "Range"),
            site: value(.HEADER_KIND, "Sec-Fetch-Site"),
            localAddress: Self.localAddress(of: navbus_mhd_socket(connection)))
        hosts = Self.values(.HEADER_KIND, of: connection).filter { $0.name.lowercased() == "host" }.map(\.value)
    }

    private static func cookies(_ name: String, of connection: OpaquePointer) -> [String] {
        values(.COOKIE_KIND, of: connection).filter { $0.name == name }.map(\.value)
    }

    /// All values of a kind, including repeated names.
    private static func values(
        _ kind: MHD_ValueKind, of connection: OpaquePointer
    ) -> [(name: String, value: String)] {
        var values: [(name: String, value: String)] = []
        withUnsafeMutablePointer(to: &values) { values in
            _ = MHD_get_connection_values(
                connection, kind,
                { values, _, name, value in
                    guard let values, let name else { return .YES }
                    values.assumingMemoryBound(to: [(name: String, value: String)].self).pointee
                        .append((String(cString: name), value.map { String(cString: $0) } ?? ""))
                    return .YES
                }, values)
        }
        return values
    }

    private static func localAddress(of descriptor: Int32) -> IPAddress? {
        var name = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutableBytes(of: &name) { bytes in
            guard let name = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                getsockname(descriptor, name, &length) == 0
            else { return nil }
            return IPAddress(name)
        }
    }
}
