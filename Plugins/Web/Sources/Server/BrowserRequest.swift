import CMicroHTTPD
import Glibc
import HTTPServer

/// An HTTP request, with the fields that the server uses.
struct BrowserRequest: Hashable, Sendable {
    /// The method ("GET").
    var method: String
    /// The decoded path, without the query.
    var path: String
    /// The parameter `token` of the query.
    var token: String?
    /// The cookies with the name of this server; a browser may send several.
    var cookies: [String]
    /// The header `Authorization`.
    var authorization: String?
    /// The headers `Host`; a valid request has exactly one.
    var hosts: [String]
    /// The header `Range`.
    var range: String?
    /// The headers `Origin`: the origin of a page that reads the response by script.
    var origins: [String]
    /// The header `Sec-Fetch-Site`: the relation of the requesting page to this server.
    var site: String?
    /// The header `Content-Type`.
    var mediaType: String?
    /// The header `Content-Length`.
    var length: String?
    /// The local address of the connection.
    var localAddress: IPAddress?

    /// Creates a request, by default that of a browser on this machine.
    init(
        _ method: String = "GET", _ path: String, token: String? = nil, cookies: [String] = [],
        authorization: String? = nil, host: String? = "127.0.0.1:8960", range: String? = nil, origin: String? = nil,
        site: String? = nil, mediaType: String? = nil, length: String? = nil, localAddress: IPAddress? = nil
    ) {
        self.method = method
        self.path = path
        self.token = token
        self.cookies = cookies
        self.authorization = authorization
        hosts = host.map { [$0] } ?? []
        self.range = range
        origins = origin.map { [$0] } ?? []
        self.site = site
        self.mediaType = mediaType
        self.length = length
        self.localAddress = localAddress
    }
}

extension BrowserRequest {
    /// Reads a request of libmicrohttpd.
    init(_ connection: OpaquePointer, method: String, path: String, port: UInt16) {
        func value(_ kind: MHD_ValueKind, _ name: String) -> String? {
            HTTPValues.first(kind, name, of: connection)
        }
        self.init(
            method, path, token: value(.GET_ARGUMENT_KIND, "token"),
            cookies: Self.cookies(AccessCheck.cookieName(port: port), of: connection),
            authorization: value(.HEADER_KIND, "Authorization"),
            host: nil, range: value(.HEADER_KIND, "Range"),
            site: value(.HEADER_KIND, "Sec-Fetch-Site"), mediaType: value(.HEADER_KIND, "Content-Type"),
            length: value(.HEADER_KIND, "Content-Length"),
            localAddress: Self.localAddress(of: navbus_mhd_socket(connection)))
        hosts = Self.headers("host", of: connection)
        origins = Self.headers("origin", of: connection)
    }

    private static func headers(_ name: String, of connection: OpaquePointer) -> [String] {
        HTTPValues.all(.HEADER_KIND, of: connection).filter { $0.name.lowercased() == name }.map(\.value)
    }

    private static func cookies(_ name: String, of connection: OpaquePointer) -> [String] {
        HTTPValues.all(.COOKIE_KIND, of: connection).filter { $0.name == name }.map(\.value)
    }

    private static func localAddress(of descriptor: Int32) -> IPAddress? {
        var name = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutableBytes(of: &name) { bytes in
            guard let name = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                getsockname(descriptor, name, &length) == 0
            else { return nil }
            return IPAddress(socketAddress: name)
        }
    }
}
