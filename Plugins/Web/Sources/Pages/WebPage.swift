/// The page as one HTML document, with the scripts and styles of `page.html` inlined. It may run nothing else.
struct WebPage: Sendable {
    /// The HTML.
    let html: [UInt8]
    /// The header `Content-Security-Policy`: the page may run only its inlined scripts and connect only to this server.
    let policy: String

    /// Reads the page of a folder.
    init(_ folder: PageFolder) throws(WebError) {
        var (scripts, styles): ([String], [String]) = ([], [])
        var html = ""
        for line in try folder.text("page.html").split(separator: "\n", omittingEmptySubsequences: false) {
            if let name = Self.name(in: line, "<link rel=\"stylesheet\" href=\"", "\">") {
                let style = try Self.part(name, of: folder, notWith: "</style")
                styles.append(Self.source(style))
                html += "<style>\(style)</style>\n"
            } else if let name = Self.name(in: line, "<script src=\"", "\"></script>") {
                let script = try Self.part(name, of: folder, notWith: "</script")
                scripts.append(Self.source(script))
                html += "<script>\(script)</script>\n"
            } else {
                html += line + "\n"
            }
        }
        self.html = Array(html.utf8)
        policy = [
            "default-src 'none'", "script-src \(Self.list(scripts))", "style-src \(Self.list(styles))",
            "connect-src 'self'", "img-src data: blob:", "media-src 'self'", "base-uri 'none'", "form-action 'none'",
            "frame-ancestors 'none'",
        ].joined(separator: "; ")
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

    private static func source(_ text: String) -> String { "'sha256-\(SHA256.hash(Array(text.utf8)).base64)'" }

    private static func list(_ sources: [String]) -> String {
        sources.isEmpty ? "'none'" : sources.joined(separator: " ")
    }
}
