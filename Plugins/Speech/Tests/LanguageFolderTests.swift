import Announcements
import Glibc
import NavigationControl
import SpeechTestSupport
import TestSupport
import Testing

@testable import Speech
@testable import SpeechEngine

/// The tables of a language: those of navbus, overridden by those of the user.
@Suite struct LanguageFolderTests {
    private func folder(_ files: [String: String]) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for (name, text) in files { try folder.write(text, to: name) }
        return folder
    }

    private static let left = "guidance_turnLeft"
    private static let right = "guidance_turnRight"

    @Test func `the shipped languages are found by their files`() throws {
        let shipped = try Checkout.languages.tags()
        #expect(shipped.contains("de") && shipped.contains("en-US"))
        #expect(try Checkout.languages.table(for: "en").language == "en-US")
        #expect(try Checkout.languages.table(for: "en-GB").language == "en-GB")
        #expect(try Checkout.languages.table(for: "de_at").language == "de")
    }

    @Test func `a region takes missing keys from its language`() throws {
        let folder = try folder([
            "de.toml": "voice = \"de\"\n[strings]\n\(Self.left) = \"links\"\n\(Self.right) = \"rechts\"",
            "de-AT.toml": "[strings]\n\(Self.left) = \"linker Hand\"",
        ])
        let table = try LanguageFolder(path: folder.path).table(for: "de-AT")
        #expect(table.texts == [Self.left: "linker Hand", Self.right: "rechts"])
        #expect(table.voice == "de")
        #expect(try LanguageFolder(path: folder.path).table(for: "de-CH").texts[Self.left] == "links")
    }

    @Test func `the region marked as default is used for the whole language`() throws {
        let folder = try folder([
            "pt-BR.toml": "[strings]\n\(Self.left) = \"br\"",
            "pt-PT.toml": "default = true\n[strings]\n\(Self.left) = \"pt\"",
            "zh-CN.toml": "[strings]\n\(Self.left) = \"cn\"", "zh-TW.toml": "[strings]\n\(Self.left) = \"tw\"",
        ])
        let tables = LanguageFolder(path: folder.path)
        #expect(try tables.table(for: "pt").texts[Self.left] == "pt")
        #expect(try tables.table(for: "zh").texts[Self.left] == "cn")
        #expect(try tables.table(for: "pt-BR").texts[Self.left] == "br")
    }

    @Test func `a table has the names of roads of all countries, and those of the user precede`() throws {
        let shipped = try Checkout.languages.table(for: "de")
        #expect(shipped.phonetics.countryCodes.contains("US"))
        #expect(shipped.spokenName("I-95 N", in: "US") == "Interstate 95 North")
        let own = try folder([
            "phonetics/US.toml": "country = \"US\"\n[roads.any]\nI = \"Autobahn %n\"",
            "phonetics/XX.toml": "country = \"XX\"",
        ])
        let table = try LanguageFolder(path: Checkout.languages.path, own: own.path).table(for: "de")
        #expect(table.spokenName("I-95", in: "US") == "Autobahn 95")
        #expect(table.phonetics.countryCodes == (shipped.phonetics.countryCodes + ["XX"]).sorted())
        let broken = try folder(["de.toml": "", "phonetics/US.toml": "country = 1"])
        #expect(throws: AnnouncementError.self) { try LanguageFolder(path: broken.path).table(for: "de") }
    }

    @Test func `a table of the user needs only one key`() throws {
        let shipped = try folder([
            "en-US.toml":
                "default = true\nvoice = \"en-us\"\n[strings]\n\(Self.left) = \"left\"\n\(Self.right) = \"right\""
        ])
        for (name, text) in [
            ("en.strings", "\(Self.left) = \"port\";"), ("en-US.toml", "[strings]\n\(Self.left) = \"port\""),
            ("en.toml", "[strings]\n\(Self.left) = \"port\""),
        ] {
            let own = try folder([name: text])
            let table = try LanguageFolder(path: shipped.path, own: own.path).table(for: "en")
            #expect(table.texts == [Self.left: "port", Self.right: "right"], "\(name)")
            #expect(table.voice == "en-us")
        }
    }

    @Test func `a folder of Apple's format holds the table of its language`() throws {
        let shipped = try folder([
            "en-US.toml": "default = true\n[strings]\n\(Self.left) = \"left\"\n\(Self.right) = \"right\""
        ])
        let own = try TemporaryFolder()
        for language in ["en", "pt-BR", "Base", "fr"] {
            try #require(mkdir("\(own.path)/\(language).lproj", 0o700) == 0)
            if language == "fr" { continue }
            try own.write("\"\(Self.left)\" = \"\(language)\";", to: "\(language).lproj/Localizable.strings")
        }
        let tables = LanguageFolder(path: shipped.path, own: own.path)
        #expect(try tables.table(for: "en").texts == [Self.left: "en", Self.right: "right"])
        #expect(try tables.table(for: "pt-BR").texts == [Self.left: "pt-BR"])
        #expect(try tables.tags() == ["en", "en-US", "pt-BR"])
    }

    @Test func `a default region of the user is used for its language`() throws {
        let own = try folder([
            "pt-BR.toml": "default = true\n[strings]\n\(Self.left) = \"br\"",
            "en-GB.toml": "[strings]\n\(Self.left) = \"port\"",
        ])
        let shipped = try folder([
            "en-GB.toml": "[strings]\n\(Self.left) = \"gb\"",
            "en-US.toml": "default = true\n[strings]\n\(Self.left) = \"us\"",
        ])
        let tables = LanguageFolder(path: shipped.path, own: own.path)
        #expect(try tables.table(for: "pt").texts[Self.left] == "br")
        #expect(try tables.table(for: "en").texts[Self.left] == "us")
        #expect(try tables.table(for: "en-GB").texts[Self.left] == "port")
    }

    @Test func `a language of the user needs no shipped table`() throws {
        let own = try folder(["tlh.strings": "\(Self.left) = \"poS\";"])
        let tables = LanguageFolder(path: Checkout.languages.path, own: own.path)
        #expect(try tables.table(for: "tlh").texts == [Self.left: "poS"])
        let known = try tables.tags()
        #expect(known.contains("tlh") && known.contains("de"))
    }

    @Test func `the error names a missing language or folder`() throws {
        let own = try folder(["de.toml": "[strings]\nguidance_turnLetf = \"links\""])
        #expect {
            try LanguageFolder(path: Checkout.languages.path, own: own.path).table(for: "de")
        } throws: {
            "\($0)".contains("de.toml:2:1") && "\($0)".contains("guidance_turnLeft")
        }
        #expect {
            try LanguageFolder(path: own.path).table(for: "xx")
        } throws: {
            "\($0)".contains("xx") && "\($0)".contains("there are de")
        }
        #expect {
            try LanguageFolder(path: "/nonexistent").table(for: "de")
        } throws: {
            "\($0)".contains("/nonexistent")
        }
    }
}
