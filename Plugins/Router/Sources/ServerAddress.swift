import FoundationEssentials

/// The address of a server. Its name, password and parameters are never shown.
struct ServerAddress: Hashable, Sendable {
    /// The reason why a text is not an address.
    struct Problem: Error, Hashable {
        var reason: String
    }

    private let components: URLComponents

    /// Parses an address.
    ///
    /// - Throws: ``Problem`` if the text does not have the form `http://host:port/path`.
    init(_ address: String) throws(Problem) {
        let form = "an address has the form http://host:port or https://host/path"
        guard let components = URLComponents(string: address) else { throw Problem(reason: form) }
        guard let scheme = components.scheme?.lowercased(), ["http", "https"].contains(scheme) else {
            throw Problem(reason: "\(form); it begins with neither http:// nor https://")
        }
        guard let host = components.host, !host.isEmpty else { throw Problem(reason: "\(form); it names no host") }
        if let port = components.port, !(1...65_535).contains(port) {
            throw Problem(reason: "\(form); the port \(port) is not in 1...65535")
        }
        self.components = components
    }

    /// The address for messages: without name, password and parameters, which may be secret.
    var shown: String { Self.shown(components) }

    /// The host in lower case.
    var host: String { components.host?.lowercased() ?? "" }

    /// The path, percent-encoded.
    var path: String { components.percentEncodedPath }

    /// The URL of a resource below the address; `nil` if it is invalid.
    func url(path: String, parameters: [(name: String, value: String)] = []) -> String? {
        var full = components
        full.user = nil
        full.password = nil
        full.fragment = nil
        let base =
            components.percentEncodedPath.hasSuffix("/")
            ? String(components.percentEncodedPath.dropLast()) : components.percentEncodedPath
        full.percentEncodedPath = base + path
        let given = components.queryItems ?? []
        let all = given + parameters.map { URLQueryItem(name: $0.name, value: $0.value) }
        full.queryItems = all.isEmpty ? nil : all
        // Servers read a plus sign as a space.
        full.percentEncodedQuery = full.percentEncodedQuery?.replacing("+", with: "%2B")
        return full.url?.absoluteString
    }

    /// A name as one segment of a path, with other characters percent-encoded.
    static func segment(_ name: String) -> String {
        var text = ""
        for byte in name.utf8 {
            let character = Character(Unicode.Scalar(byte))
            if character.isASCII, character.isLetter || character.isNumber || "-_.~".contains(character) {
                text.append(character)
            } else {
                text += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
        return text
    }

    /// The value of the header "Authorization", if the address contains a name.
    var authorization: String? {
        guard let user = components.user else { return nil }
        return "Basic " + Data("\(user):\(components.password ?? "")".utf8).base64EncodedString()
    }

    /// Whether the server runs on this machine.
    var isLoopback: Bool {
        ["localhost", "::1", "[::1]"].contains(host) || host.hasPrefix("127.") || host.hasSuffix(".localhost")
    }

    /// The secret parts: name, password, values of parameters.
    var secrets: [String] {
        [components.user, components.password].compactMap(\.self)
            + (components.queryItems ?? []).compactMap(\.value)
    }

    /// A text that may be an address, without its secret parts.
    static func withoutSecrets(_ text: String) -> String {
        if let components = URLComponents(string: text), components.host != nil { return shown(components) }
        return String(text.prefix { $0 != "?" }.split(separator: "@").last ?? "")
    }

    private static func shown(_ components: URLComponents) -> String {
        var open = components
        open.user = nil
        open.password = nil
        open.query = nil
        open.fragment = nil
        let text = open.string ?? ""
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }
}
