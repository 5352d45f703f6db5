import NavigationControl

/// The page as one HTML document, with the scripts and styles of `page.html` inlined. It may run nothing else.
struct WebPage: Sendable {
    /// An answer with the page.
    struct Answer {
        /// The HTML.
        var html: [UInt8]
        /// The header `Content-Security-Policy`: the page may run only its inlined scripts and connect only to this
        /// server.
        var policy: String
    }

    /// The HTML in parts, between which the nonce of an answer is inserted.
    private let parts: [String]

    /// Reads the page of a folder.
    init(_ folder: PageFolder) throws(WebError) {
        var parts = [""]
        func add(_ tag: String, _ content: String) {
            parts[parts.count - 1] += "<\(tag) nonce=\""
            parts.append("\">\(content)</\(tag)>\n")
        }
        for line in try folder.text("page.html").split(separator: "\n", omittingEmptySubsequences: false) {
            if let name = Self.name(in: line, "<link rel=\"stylesheet\" href=\"", "\">") {
                add("style", try Self.part(name, of: folder, notWith: "</style"))
            } else if let name = Self.name(in: line, "<script src=\"", "\"></script>") {
                add("script", try Self.part(name, of: folder, notWith: "</script"))
            } else {
                parts[parts.count - 1] += line + "\n"
            }
        }
        self.parts = parts
    }

    /// An answer to one request.
    ///
    /// - Parameter nonce: Marks the allowed scripts and styles; nobody can guess it, and no two answers have the same.
    func answer(nonce: String = AccessToken.random()) -> Answer {
        let policy = [
            "default-src 'none'", "script-src 'nonce-\(nonce)'", "style-src 'nonce-\(nonce)'", "connect-src 'self'",
            // The worker of MapLibre; it has this policy too.
            "worker-src blob:", "img-src 'self' data: blob:", "media-src 'self'", "base-uri 'none'",
            "form-action 'none'", "frame-ancestors 'none'",
        ]
        return Answer(html: Array(parts.joined(separator: nonce).utf8), policy: policy.joined(separator: "; "))
    }

    /// The file name in a line of the form prefix, name, suffix.
    private static func name(in line: Substring, _ prefix: String, _ suffix: String) -> String? {
        let text = line.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\r" }.reversed()
        let line = String(text)
        guard line.hasPrefix(prefix), line.hasSuffix(suffix), line.count > prefix.count + suffix.count else {
            return nil
        }
        return String(line.dropFirst(prefix.count).dropLast(suffix.count))
    }

    /// The content of a file, which must not contain the end tag of its element.
    private static func part(_ name: String, of folder: PageFolder, notWith end: String) throws(WebError) -> String {
        guard !name.contains("/"), !name.hasPrefix(".") else {
            throw .page(path: "\(folder.path)/page.html", reason: "it names \(name), which is not in its folder")
        }
        let text = try folder.text(name)
        guard !text.lowercased().contains(end) else {
            throw .page(path: "\(folder.path)/\(name)", reason: "it contains \(end)>, which would end its element")
        }
        return text
    }
}
