import CGnuTLS
import Glibc

/// A certificate in the memory of GnuTLS.
final class X509Certificate {
    private let handle: OpaquePointer

    private init() throws(GnuTLSError) {
        var handle: OpaquePointer?
        try GnuTLSError.check(gnutls_x509_crt_init(&handle))
        guard let handle else { throw GnuTLSError(reason: "no memory") }
        self.handle = handle
    }

    deinit { gnutls_x509_crt_deinit(handle) }

    /// Reads the first certificate of a text.
    convenience init(pem: String) throws(GnuTLSError) {
        try self.init()
        do throws(GnuTLSError) {
            try withDatum(pem) { data throws(GnuTLSError) in
                try GnuTLSError.check(gnutls_x509_crt_import(handle, data, GNUTLS_X509_FMT_PEM))
            }
        } catch {
            throw GnuTLSError(reason: "its certificate cannot be read: \(error.reason)")
        }
    }

    // MARK: - Facts

    /// The SHA-256 fingerprint: "AB:CD:…".
    func fingerprint() throws(GnuTLSError) -> String {
        try bytes { gnutls_x509_crt_get_fingerprint(handle, GNUTLS_DIG_SHA256, $0, $1) }
            .map { byte in
                let digits = String(byte, radix: 16, uppercase: true)
                return digits.count == 1 ? "0\(digits)" : digits
            }
            .joined(separator: ":")
    }

    /// The seconds since 1970 from which and until which it is valid.
    var validSeconds: Range<Int> {
        let start = gnutls_x509_crt_get_activation_time(handle)
        return start..<max(start, gnutls_x509_crt_get_expiration_time(handle))
    }

    /// The identity of its key.
    func keyID() throws(GnuTLSError) -> [UInt8] {
        try bytes { gnutls_x509_crt_get_key_id(handle, 0, $0, $1) }
    }

    /// Its host names and addresses.
    func names() throws(GnuTLSError) -> CertificateNames {
        var names = CertificateNames()
        var index: UInt32 = 0
        while true {
            var value = [UInt8](repeating: 0, count: 256)
            var count = value.count
            let kind = gnutls_x509_crt_get_subject_alt_name(handle, index, &value, &count, nil)
            index += 1
            if kind == GNUTLS_E_REQUESTED_DATA_NOT_AVAILABLE { return names }
            // A longer name is that of no host.
            if kind == GNUTLS_E_SHORT_MEMORY_BUFFER { continue }
            try GnuTLSError.check(kind)
            let bytes = Array(value.prefix(count))
            if UInt32(kind) == GNUTLS_SAN_DNSNAME.rawValue {
                names.hosts.insert(String(decoding: bytes, as: UTF8.self).lowercased())
            } else if UInt32(kind) == GNUTLS_SAN_IPADDRESS.rawValue, let address = IPAddress(bytes: bytes) {
                names.addresses.insert(address)
            }
        }
    }

    /// The certificate as PEM.
    func pem() throws(GnuTLSError) -> String {
        try text { gnutls_x509_crt_export2(handle, GNUTLS_X509_FMT_PEM, $0) }
    }

    // MARK: - Making

    /// Makes a certificate of a server that its own key signs. It signs no other certificates, so that a machine that
    /// trusts it trusts only this server.
    ///
    /// - Parameters:
    ///   - key: The key of the server.
    ///   - names: The names of the server.
    ///   - seconds: The seconds since 1970 from which and until which it is valid.
    static func selfSigned(
        _ key: X509Key, _ names: CertificateNames, validSeconds seconds: Range<Int>
    ) throws(GnuTLSError) -> X509Certificate {
        let certificate = try X509Certificate()
        let handle = certificate.handle
        try GnuTLSError.check(gnutls_x509_crt_set_version(handle, 3))
        var serial = (0..<16).map { _ in UInt8.random(in: 0...255) }
        // A serial number is positive.
        serial[0] = serial[0] & 0x3F | 0x40
        try GnuTLSError.check(gnutls_x509_crt_set_serial(handle, serial, serial.count))
        let common = Array("navbus".utf8)
        try GnuTLSError.check(
            gnutls_x509_crt_set_dn_by_oid(handle, GNUTLS_OID_X520_COMMON_NAME, 0, common, UInt32(common.count)))
        try GnuTLSError.check(gnutls_x509_crt_set_activation_time(handle, seconds.lowerBound))
        try GnuTLSError.check(gnutls_x509_crt_set_expiration_time(handle, seconds.upperBound))
        try GnuTLSError.check(gnutls_x509_crt_set_key(handle, key.handle))
        try certificate.add(names)
        try GnuTLSError.check(gnutls_x509_crt_set_basic_constraints(handle, 0, -1))
        try GnuTLSError.check(gnutls_x509_crt_set_key_usage(handle, UInt32(GNUTLS_KEY_DIGITAL_SIGNATURE)))
        try GnuTLSError.check(gnutls_x509_crt_set_key_purpose_oid(handle, GNUTLS_KP_TLS_WWW_SERVER, 0))
        try GnuTLSError.check(gnutls_x509_crt_sign2(handle, handle, key.handle, GNUTLS_DIG_SHA256, 0))
        return certificate
    }

    private func add(_ names: CertificateNames) throws(GnuTLSError) {
        let hosts = names.hosts.sorted().map { (GNUTLS_SAN_DNSNAME, Array($0.utf8)) }
        let addresses = names.addresses.sorted { $0.text < $1.text }.map { (GNUTLS_SAN_IPADDRESS, $0.bytes) }
        for (kind, value) in hosts + addresses {
            try GnuTLSError.check(
                gnutls_x509_crt_set_subject_alt_name(
                    handle, kind, value, UInt32(value.count), UInt32(GNUTLS_FSAN_APPEND)))
        }
    }
}
