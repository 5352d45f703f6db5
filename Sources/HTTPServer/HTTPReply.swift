package import CMicroHTTPD
import Glibc

/// An HTTP response.
package struct HTTPReply {
    /// The body of a response.
    package enum Body {
        case bytes([UInt8])
        /// A part of a file; the descriptor is closed afterwards.
        case file(Int32, Range<UInt64>)
    }

    package var status: Int
    package var headers: [(String, String)]
    package var body: Body

    /// Creates a response with a media type; the headers may replace those of every response.
    package init(_ type: String, _ body: Body, status: Int = 200, headers: [(String, String)] = []) {
        (self.status, self.body) = (status, body)
        let replaced = headers.map(\.0)
        self.headers = Self.common.filter { !replaced.contains($0.0) } + [("Content-Type", type)] + headers
    }

    /// Creates a response with an error status and a reason.
    package init(refusing status: Int, _ sentence: String, headers: [(String, String)] = []) {
        self.init("text/plain; charset=utf-8", .bytes(Array((sentence + "\n").utf8)), status: status, headers: headers)
    }

    /// The headers of every response: no caching, no type sniffing, no referrer, no use by other sites.
    package static let common = [
        ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
    ]

    /// The policy of all content except the page.
    package static let closedPolicy = "default-src 'none'; frame-ancestors 'none'"

    /// Queues the response.
    package func send(on connection: OpaquePointer) -> MHD_Result {
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

    /// Queues a response of libmicrohttpd, and releases it.
    package static func queue(
        _ response: OpaquePointer?, _ status: Int, _ headers: [(String, String)], on connection: OpaquePointer
    ) -> MHD_Result {
        // Without memory for the response, the connection is closed.
        guard let response else { return .NO }
        defer { MHD_destroy_response(response) }
        for (name, value) in headers { MHD_add_response_header(response, name, value) }
        return MHD_queue_response(connection, UInt32(status), response)
    }
}
