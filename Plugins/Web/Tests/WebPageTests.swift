import NavigationControl
import TestSupport
import Testing

@testable import Web

@Suite("The page as one document")
struct WebPageTests {
    @Test(arguments: [
        ("", "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="),
        ("abc", "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="),
        (String(repeating: "a", count: 1000), "Qe3s5C1j6Nm/UVqbppMuHCDLyfWl0TRkWttdsblzfqM="),
    ])
    func `hashes match the standard`(text: String, hash: String) {
        #expect(SHA256.hash(Array(text.utf8)).base64 == hash)
    }

    @Test func `the named files are inlined`() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "<head>\n  <link rel=\"stylesheet\" href=\"a.css\">\n<script src=\"b.js\"></script>\n</head>\n",
            to: "page.html")
        try folder.write("p{}", to: "a.css")
        try folder.write("abc", to: "b.js")
        let page = try WebPage(PageFolder(path: folder.path))
        let html = String(decoding: page.html, as: UTF8.self)
        #expect(html == "<head>\n<style>p{}</style>\n<script>abc</script>\n</head>\n\n")
        #expect(page.policy.contains("script-src 'sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0='"))
        #expect(page.policy.hasPrefix("default-src 'none'; "))
    }

    @Test(arguments: ["missing.js", "../page.js", ".hidden.js", "broken.js"])
    func `the error names a file that cannot be inlined`(name: String) throws {
        let folder = try TemporaryFolder()
        try folder.write("<script src=\"\(name)\"></script>", to: "page.html")
        try folder.write("x = '</SCRIPT>'", to: "broken.js")
        let error = #expect(throws: WebError.self) { try WebPage(PageFolder(path: folder.path)) }
        #expect("\(error, default: "")".contains(name))
    }

    @Test func `the shipped page has no external files`() throws {
        let page = try WebPage(try PageFolder.find(data: nil, executable: #filePath))
        let html = String(decoding: page.html, as: UTF8.self)
        #expect(!html.contains("src=\"") && !html.contains("rel=\"stylesheet\""))
        #expect(!html.contains(" style=\"") && !html.contains(" onclick=\""))
        #expect(page.policy.contains("script-src 'sha256-") && page.policy.contains("style-src 'sha256-"))
    }

    @Test func `the error for a missing page has a remedy`() {
        let error = #expect(throws: WebError.self) {
            try PageFolder.find(data: "/nowhere", executable: "/nowhere/bin/navbus-web")
        }
        #expect("\(error, default: "")".contains("NAVBUS_DATA"))
    }
}
