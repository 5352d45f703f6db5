package import CMicroHTTPD

/// The named values of a request: its headers, cookies and parameters.
package enum HTTPValues {
    /// The first value of a name; `nil` if the request has none.
    package static func first(_ kind: MHD_ValueKind, _ name: String, of connection: OpaquePointer) -> String? {
        MHD_lookup_connection_value(connection, kind, name).map { String(cString: $0) }
    }

    /// All values of a kind, including repeated names.
    package static func all(
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
}
