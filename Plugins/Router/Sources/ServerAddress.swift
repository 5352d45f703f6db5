import FoundationEssentials

/// Where a server is. What is secret in it is never shown.
struct ServerAddress: Hashable, Sendable {
    /// Why a text is no address.
    struct Problem: Error, Hashable {
        var reason: String
    }

    private let components: URLComponents

    /// - Throws: ``Problem``, unless it is an address of the form `http://host:port/path`.
    init(_ address: String) throws(Problem) {
        let form = "an address has the form http://host:port or https://host/path"
        guard let components = URLComponents(string: address) else { throw Problem(reason: form) }
        guard let scheme = components.scheme?.lowercased(), ["http", "https"].contains(scheme) else {
            throw Problem(reason: "\(form); it begins with neither http:// nor https://")
        }
        guard let host = components.host, !host.isEmpty else { throw Problem(reason: "\(form); it names no host") }
        if let port = components.port, !(1...65_535).contains(port) {
            throw Problem(reason: "\(form); there is no port \(port)")
        }
        self.components = components
    }

    /// For people: without name, password and parameters, which may be secret.
    var shown: String { Self.shown(components) }

    /// Its host, in small letters.
    var host: String { components.host?.lowercased() ?? "" }

    /// The address of a resource below it; `nil` if that can be none.
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
        // A plus sign would be read as a space.
        full.percentEncodedQuery = full.percentEncodedQuery?.replacing("+", with: "%2B")
        return full.url?.absoluteString
    }

    /// A name as one part of a path: what has a meaning there is written by its bytes.
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

    /// What the header "Authorization" says, if a name stands in the address.
    var authorization: String? {
        guard let user = components.user else { return nil }
        return "Basic " + Data("\(user):\(components.password ?? "")".utf8).base64EncodedString()
    }

    /// Whether it is on this machine.
    var isLoopback: Bool {
        ["localhost", "::1", "[::1]"].contains(host) || host.hasPrefix("127.") || host.hasSuffix(".localhost")
    }

    /// What is never told of it: name, password, values of parameters.
    var secrets: [String] {
        [components.user, components.password].compactMap(\.self)
            + (components.queryItems ?? []).compactMap(\.value)
    }

    /// A text that may be an address, as it can be shown.
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
