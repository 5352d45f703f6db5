import Foundation
import TestSupport
import Testing

@testable import navbus

/// The files of a new control, without writing them.
@Suite struct ScaffoldPlanTests {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static func plan(
        _ language: ScaffoldLanguage, name: String = "next-street", data: String = "/data",
        package: NavbusPackage? = .path("/navbus")
    ) throws -> ScaffoldPlan {
        let template = try ControlTemplate.files(in: root.appending(path: language.template).path)
        return try ScaffoldPlan(ControlName(name), in: language, template: template, data: data, package: package)
    }

    @Test(arguments: ScaffoldLanguage.allCases) func `a new control does not contain the name of the template`(
        language: ScaffoldLanguage
    ) throws {
        let files = try Self.plan(language).files
        for name in ["Console", "my-control", "my_control", "MyControl", "<!--"] {
            for file in files {
                #expect(!file.path.contains(name), "\(file.path)")
                #expect(!file.text.contains(name), "\(file.path)")
            }
        }
        #expect(files.contains { $0.text.contains("next-street") })
        #expect(Set(files.map(\.path)).isSuperset(of: ["plugin.toml", "README.md", "drive.toml", ".gitignore"]))
    }

    @Test(arguments: ["tty-console", "console-two", "my-control-panel", "navbus-console"])
    func `a name that contains the name of the template is inserted once`(name: String) throws {
        let files = try Self.plan(.swift, name: name).files
        let manifest = try #require(files.first { $0.path == "plugin.toml" }).text
        #expect(manifest.contains("executable = \".build/debug/\(name)\""), "\(manifest)")
        #expect(manifest.contains("id = \"\(name)\""))
        let type = try ControlName(name).camelStem
        #expect(files.contains { $0.text.contains("struct \(type)Control") })
        for language in ScaffoldLanguage.allCases where language != .swift {
            let manifest = try #require(Self.plan(language, name: name).files.first { $0.path == "plugin.toml" }).text
            #expect(manifest.contains("id = \"\(name)\""))
        }
    }

    @Test(arguments: ScaffoldLanguage.allCases) func `the same input gives the same plan`(language: ScaffoldLanguage)
        throws
    {
        #expect(try Self.plan(language) == Self.plan(language))
        #expect(try Self.plan(language).files.map(\.path) == Self.plan(language).files.map(\.path).sorted())
    }

    @Test func `an executable file of a template stays executable`() throws {
        let launcher = try #require(Self.plan(.python).files.first { $0.path == "next-street" })
        #expect(launcher.isExecutable)
    }

    @Test(arguments: ScaffoldLanguage.allCases.filter { $0 != .swift })
    func `only the configuration of the drive has a path of this machine`(language: ScaffoldLanguage) throws {
        let files = try Self.plan(language, data: "/data of/this machine").files
        #expect(files.filter { $0.text.contains("/data of") }.map(\.path) == ["drive.toml"])
    }

    @Test func `the kit of each language is in the data folder`() throws {
        let root = Self.root.path
        #expect(try ControlKitCommand.folder(of: .c, in: root) == "\(root)/libnavbus")
        #expect(try ControlKitCommand.folder(of: .python, in: root) == "\(root)/examples/python")
        #expect(try ControlKitCommand.folder(of: .swift, in: root) == root)
        #expect(throws: ScaffoldError.noKit("/data/libnavbus")) { try ControlKitCommand.folder(of: .c, in: "/data") }
        #expect(throws: ScaffoldError.noPackage) { try ControlKitCommand.folder(of: .swift, in: "/data") }
        let outcome = try BuiltProgram.navbus.run(["control", "kit", "--language", "shell"])
        #expect(outcome.exitCode == 64 && outcome.errors.contains("kits are for swift, python, c"))
    }

    @Test func `a Swift package uses navbus from a path or a URL`() throws {
        let path = try #require(Self.plan(.swift).files.first { $0.path == "Package.swift" }).text
        #expect(path.contains(".package(name: \"navbus\", path: \"/navbus\")"))
        let address = NavbusPackage.url("https://example.org/maps/navbus-fork.git")
        let url = try #require(Self.plan(.swift, package: address).files.first { $0.path == "Package.swift" }).text
        #expect(url.contains(".package(url: \"https://example.org/maps/navbus-fork.git\", branch: \"main\")"))
        #expect(url.contains("package: \"navbus-fork\""))
        #expect(throws: ScaffoldError.noPackage) { try Self.plan(.swift, package: nil) }
        _ = try Self.plan(.c, package: nil)
    }

    @Test func `special characters of paths are quoted`() throws {
        #expect(SourceText.literal("a \"b\" \\c") == "\"a \\\"b\\\" \\\\c\"")
        #expect(SourceText.shellWord("/tmp/a-b") == "/tmp/a-b")
        #expect(SourceText.shellWord("it's here") == "'it'\\''s here'")
        #expect(SourceText.shellWord("") == "''")
    }

    @Test func `the next commands enter the new folder`() {
        let steps = ScaffoldPlan.nextSteps(folder: "/tmp/my controls/beeper", language: .c)
        #expect(steps.first == "cd '/tmp/my controls/beeper'")
        #expect(steps.contains("navbus control check ."))
    }
}
