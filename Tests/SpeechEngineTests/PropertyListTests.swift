import Foundation
import SpeechTestSupport
import Testing

@testable import SpeechEngine

@Suite struct PropertyListTests {
    private func read(_ bytes: [UInt8]) throws(BookError) -> PropertyList { try PropertyList(bytes, file: "a.plist") }

    private func complaint(_ bytes: [UInt8]) -> String {
        do throws(BookError) {
            return "read as \(try read(bytes))"
        } catch {
            return "\(error)"
        }
    }

    @Test func `every kind of value is read`() throws {
        let list = try read(
            BookText.list(
                """
                <dict>
                <key>text</key><string> one &amp; two&#x20AC; </string>
                <key>whole</key><integer>-7</integer>
                <key>part</key><real>0.25</real>
                <key>yes</key><true/><key>no</key><false/>
                <key>when</key><date>2026-01-02T03:04:05Z</date>
                <key>bytes</key><data>AQIDBA==</data>
                <key>none</key><array/>
                <key>many</key><array><string>a</string><string></string></array>
                </dict>
                """))
        let values = try #require(list.dictionary)
        #expect(values["text"]?.text == " one & two€ ")
        #expect(values["whole"]?.number == -7)
        #expect(values["part"]?.number == 0.25)
        #expect(values["yes"]?.bool == true && values["no"]?.bool == false)
        #expect(values["when"]?.content == .date("2026-01-02T03:04:05Z"))
        #expect(values["none"]?.list?.isEmpty == true)
        #expect(values["many"]?.list?.map(\.text) == ["a", ""])
        #expect(values["whole"]?.line == 6)
    }

    @Test func `a binary list equals the XML list with the same content`() throws {
        let long = String(repeating: "Ein langer Satz, länger als fünfzehn Zeichen. ", count: 300)
        let many = (0..<300).map { "<string>\($0)</string>" }.joined()
        let xml = BookText.list(
            """
            <dict><key>a</key><string>plain</string><key>ß</key><string>\(long)</string><key>日本</key><integer>-3</integer>
            <key>b</key><integer>70000</integer><key>c</key><real>1.5</real><key>d</key><true/>
            <key>e</key><array>\(many)</array><key>f</key><dict><key>g</key><false/></dict></dict>
            """)
        let binary = try BookText.binary(xml)
        #expect(binary.starts(with: "bplist00".utf8))
        #expect(try read(binary) == read(xml).withoutLines)
    }

    @Test(arguments: [
        ("<dict><key>a</key></dict>", "the key \"a\" has no value"),
        ("<dict><key>a</key><key>b</key></dict>", "the key \"a\" has no value"),
        ("<dict><string>a</string></dict>", "<string> has no <key> before it"),
        ("<dict><key>a</key><true/><key>a</key><true/></dict>", "occurs twice"),
        ("<key>a</key>", "<key> stands outside of <dict>"),
        ("<array><integer>one</integer></array>", "\"one\" is not a number"),
        ("<array><real>0,5</real></array>", "\"0,5\" is not a number"),
        ("<array>text</array>", "the character 't' stands outside of an element"),
        ("<string><b>a</b></string>", "<b> stands inside <string>"),
        ("<page/>", "<page> is not an element of a property list"),
        ("<true/><true/>", "holds a second value"),
        ("", "holds no value"),
        ("<string>&nbsp;</string>", "the entity &nbsp; is unknown"),
    ])
    func `an invalid list is refused with line and column`(_ value: String, _ problem: String) {
        let text = complaint(BookText.list(value))
        #expect(text.contains(problem) && text.contains("a.plist:"), "\(text)")
    }

    @Test func `an XML error has line and column`() {
        let text = complaint(Array("<plist version=\"1.0\">\n<dict>\n  <key>a</kex>\n</dict></plist>".utf8))
        #expect(text.contains("a.plist:3:11:"), "\(text)")
        let half = complaint(Array(BookText.book(BookText.page("a")).dropLast(30)))
        #expect(half.contains("a.plist:5:"), "\(half)")
        #expect(complaint(Array("<html></html>".utf8)).contains("it begins with <html>"))
        #expect(complaint([]).contains("it is empty"))
        #expect(complaint(Array("{ bookPages = (); }".utf8)).contains("save it as XML"))
    }

    @Test func `a list in another encoding is read`() throws {
        let text = "<?xml version=\"1.0\" encoding=\"UTF-16\"?><plist><string>Größe</string></plist>"
        var bytes: [UInt8] = [0xFE, 0xFF]
        for unit in text.utf16 { bytes += [UInt8(unit >> 8), UInt8(unit & 0xFF)] }
        #expect(try read(bytes).text == "Größe")
    }

    @Test func `malicious XML is refused`() {
        let bomb = """
            <?xml version="1.0"?><!DOCTYPE plist [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>
            <plist><string>&b;&b;</string></plist>
            """
        #expect(complaint(Array(bomb.utf8)).contains("declares entities"))
        let file = "<!DOCTYPE plist [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><plist><string>&x;</string></plist>"
        #expect(complaint(Array(file.utf8)).contains("declares entities"))
        let deep = String(repeating: "<array>", count: 100_000)
        #expect(complaint(Array("<plist>\(deep)".utf8)).contains("nested too deeply"))
        let wide = String(repeating: "<true/>", count: 300_000)
        #expect(complaint(Array("<plist><array>\(wide)</array></plist>".utf8)).contains("too many values"))
    }

    @Test func `a large valid list is read quickly`() throws {
        let wide = String(repeating: "<true/>", count: 150_000)
        #expect(try read(Array("<plist><array>\(wide)</array></plist>".utf8)).list?.count == 150_000)
    }
}

/// Malicious binary lists.
@Suite struct BinaryPropertyListTests {
    /// Returns a list of objects with offsets and references of one byte.
    private func list(_ objects: [[UInt8]], top: UInt8 = 0) -> [UInt8] {
        var bytes = Array("bplist00".utf8)
        var offsets: [UInt8] = []
        for object in objects {
            offsets.append(UInt8(bytes.count))
            bytes += object
        }
        let table = UInt8(bytes.count)
        let trailer: [UInt8] = [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, UInt8(objects.count)]
        return bytes + offsets + trailer + [0, 0, 0, 0, 0, 0, 0, top] + [0, 0, 0, 0, 0, 0, 0, table]
    }

    private func complaint(_ bytes: [UInt8]) -> String {
        do throws(BookError) {
            return "read as \(try PropertyList(bytes, file: "b.plist"))"
        } catch {
            return "\(error)"
        }
    }

    @Test func `a list that contains itself is refused`() {
        #expect(complaint(list([[0xA1, 0]])).contains("holds itself"))
        #expect(complaint(list([[0xD1, 1, 0], [0x51, 0x61]])).contains("holds itself"))
    }

    @Test func `a list that would expand beyond memory is refused`() {
        let references = { (next: UInt8) -> [UInt8] in [0xAE] + [UInt8](repeating: next, count: 14) }
        let objects = (1..<12).map { references(UInt8($0)) } + [[0x51, 0x61]]
        #expect(complaint(list(objects)).contains("too many values"))
    }

    @Test func `an offset outside of the file is refused`() {
        #expect(complaint(list([[0xA1, 9]])).contains("there is no object 9"))
        #expect(complaint(list([[0x5F, 0x13] + [UInt8](repeating: 0xFF, count: 8)])).contains("length is broken"))
        #expect(complaint(list([[0x5F, 0x12, 0x7F, 0xFF, 0xFF, 0xFF]])).contains("cut short"))
        for bytes: [UInt8] in [[0x13], [0x10], [0x13, 0, 0, 0], [0x14]] {
            #expect(complaint(list([bytes])).contains("a number is broken"))
        }
        #expect(complaint(list([[0x23, 0, 0]])).contains("a number is cut short"))
        #expect(complaint(list([[0xD1, 1, 1], [0x09]])).contains("a key is a truth value"))
        #expect(complaint(list([[0x0F]])).contains("not valid in a book"))
        #expect(complaint(Array("bplist00".utf8)).contains("ends too early"))
        #expect(complaint(Array("bplist99".utf8) + list([[0x09]]).dropFirst(8)).contains("unknown version"))
        var broken = list([[0x09]])
        broken[broken.count - 26] = 0
        #expect(complaint(broken).contains("table of objects is broken"))
    }

    @Test func `every truncated list is refused or read without a crash`() throws {
        let whole = try BookText.binary(
            BookText.book(BookText.page("Über den Fluss", BookText.number("distance", 5))))
        for length in 0..<whole.count { #expect(complaint(Array(whole.prefix(length))).contains("b.plist")) }
        for index in whole.indices {
            for bit in 0..<8 {
                var bytes = whole
                bytes[index] ^= 1 << bit
                _ = complaint(bytes)
            }
        }
    }
}
