import Foundation
import Platform
import TestSupport
import Testing

/// The documentation of the kit and the contract, as `make docs` builds it.
@Suite struct SiteTests {
    @Test func `the site builds without warnings and has every page of the contract`() throws {
        let folder = try TemporaryFolder()
        let site = folder.path + "/site"
        let modules = BuiltProgram("Modules").url.path
        let script = ContractPaths.package.appending(path: "scripts/docs.sh")
        let outcome = try BuiltProgram(url: script).start([site, modules]).wait(seconds: 300)
        try #require(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.errors == "")
        let pages = try ContractPage.all().map {
            $0.name == "README.md" ? "contract" : $0.name.dropLast(3).lowercased()
        }
        for page in pages + ["controls", "exam", "write-a-control"] {
            #expect(
                FileManager.default.fileExists(atPath: "\(site)/documentation/navbus/\(page)/index.html"), "\(page)")
        }
        let front = try String(contentsOfFile: "\(site)/data/documentation/navbus.json", encoding: .utf8)
        for page in pages { #expect(front.contains("navbus\\/\(page)\""), "\(page) has no place at the front") }
        #expect(
            FileManager.default.fileExists(atPath: "\(site)/documentation/navigationcontrol/controlmemory/index.html"))
    }
}
