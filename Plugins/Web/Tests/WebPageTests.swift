import NavigationControl
import TestSupport
import Testing

@testable import Web

@Suite("The page as one document")
struct WebPageTests {
    @Test func `the named files are inlined`() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "<head>\n  <link rel=\"stylesheet\" href=\"a.css\">\n<script src=\"b.js\"></script>\n</head>\n",
            to: "page.html")
        try folder.write("p{}", to: "a.css")
        try folder.write("abc", to: "b.js")
        let page = try WebPage(PageFolder(path: folder.path))
        let answer = page.answer(nonce: "n1")
        let html = String(decoding: answer.html, as: UTF8.self)
        #expect(
            html == "<head>\n<style nonce=\"n1\">p{}</style>\n<script nonce=\"n1\">abc</script>\n</head>\n\n")
        #expect(answer.policy.hasPrefix("default-src 'none'; script-src 'nonce-n1'; style-src 'nonce-n1'; "))
    }

    @Test func `no two answers have the same nonce, and each policy allows only its own`() throws {
        let page = try WebPage(try PageFolder.find(data: nil, executable: #filePath))
        var nonces: Set<Substring> = []
        for _ in 0..<20 {
            let answer = page.answer()
            let html = String(decoding: answer.html, as: UTF8.self)
            let tags = html.split(separator: "<").filter { $0.hasPrefix("script") || $0.hasPrefix("style") }
            let used = Set(tags.compactMap { $0.split(separator: "\"").dropFirst().first })
            let nonce = try #require(used.first)
            #expect(used.count == 1 && tags.count > 2 && AccessToken.isValid(String(nonce)))
            #expect(answer.policy.contains("script-src 'nonce-\(nonce)'; style-src 'nonce-\(nonce)';"))
            nonces.insert(nonce)
        }
        #expect(nonces.count == 20)
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
        let html = String(decoding: page.answer().html, as: UTF8.self)
        #expect(!html.contains("src=\"") && !html.contains("rel=\"stylesheet\""))
        #expect(!html.contains(" style=\"") && !html.contains(" onclick=\""))
    }

    @Test func `the error for a missing page has a remedy`() {
        let error = #expect(throws: WebError.self) {
            try PageFolder.find(data: "/nowhere", executable: "/nowhere/bin/navbus-web")
        }
        #expect("\(error, default: "")".contains("NAVBUS_DATA"))
    }
}
