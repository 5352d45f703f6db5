import CGnuTLS

/// GnuTLS refuses a call.
struct GnuTLSError: Error {
    let reason: String

    init(reason: String) { self.reason = reason }

    /// Throws unless a call has succeeded.
    static func check(_ code: Int32) throws(GnuTLSError) {
        guard code < 0 else { return }
        throw GnuTLSError(reason: gnutls_strerror(code).map { String(cString: $0) } ?? "\(code)")
    }
}

/// A private key in the memory of GnuTLS.
final class X509Key {
    let handle: OpaquePointer

    private init() throws(GnuTLSError) {
        var handle: OpaquePointer?
        try GnuTLSError.check(gnutls_x509_privkey_init(&handle))
        guard let handle else { throw GnuTLSError(reason: "no memory") }
        self.handle = handle
    }

    deinit { gnutls_x509_privkey_deinit(handle) }

    /// Reads a key.
    convenience init(pem: String) throws(GnuTLSError) {
        try self.init()
        do throws(GnuTLSError) {
            try withDatum(pem) { data throws(GnuTLSError) in
                try GnuTLSError.check(gnutls_x509_privkey_import2(handle, data, GNUTLS_X509_FMT_PEM, nil, 0))
            }
        } catch {
            throw GnuTLSError(reason: "its key cannot be read (PEM, without a password): \(error.reason)")
        }
    }

    /// Makes a key on the curve P-256, which all browsers support.
    static func make() throws(GnuTLSError) -> X509Key {
        let key = try X509Key()
        try GnuTLSError.check(
            gnutls_x509_privkey_generate(key.handle, GNUTLS_PK_ECDSA, navbus_gnutls_p256_bits(), 0))
        return key
    }

    /// The key as PEM.
    func pem() throws(GnuTLSError) -> String {
        try text { gnutls_x509_privkey_export2(handle, GNUTLS_X509_FMT_PEM, $0) }
    }

    /// The identity of the key, which its certificates have too.
    func id() throws(GnuTLSError) -> [UInt8] {
        try bytes { gnutls_x509_privkey_get_key_id(handle, 0, $0, $1) }
    }
}

/// Passes a text to GnuTLS.
func withDatum<Result>(
    _ text: String, _ body: (UnsafePointer<gnutls_datum_t>) throws(GnuTLSError) -> Result
) throws(GnuTLSError) -> Result {
    var bytes = Array(text.utf8)
    return try bytes.withUnsafeMutableBufferPointer { buffer throws(GnuTLSError) in
        var datum = gnutls_datum_t(data: buffer.baseAddress, size: UInt32(clamping: buffer.count))
        return try body(&datum)
    }
}

/// The text that a call of GnuTLS allocates.
func text(_ call: (UnsafeMutablePointer<gnutls_datum_t>) -> Int32) throws(GnuTLSError) -> String {
    var datum = gnutls_datum_t()
    try GnuTLSError.check(call(&datum))
    defer { navbus_gnutls_free(datum.data) }
    return String(decoding: UnsafeBufferPointer(start: datum.data, count: Int(datum.size)), as: UTF8.self)
}

/// At most 64 bytes that a call of GnuTLS writes, with their count.
func bytes(
    _ call: (UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<Int>) -> Int32
) throws(GnuTLSError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 64)
    var count = bytes.count
    let code = bytes.withUnsafeMutableBufferPointer { call($0.baseAddress, &count) }
    try GnuTLSError.check(code)
    return Array(bytes.prefix(count))
}
