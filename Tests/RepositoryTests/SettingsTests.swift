import Foundation
import SettingsGenerator
import Testing

@Suite("The files that repeat the settings of the controls")
struct SettingsTests {
    @Test func `each file is as plugin.toml says`() throws {
        let folders = try Repository.controls().map { "\(Repository.root.path)/Plugins/\($0)" }
        var files = try folders.flatMap { try SettingsFiles.files(of: $0) }
        files.append(try SettingsFiles.document("\(Repository.root.path)/docs/configuration.md", folders: folders))
        for file in files where try String(contentsOfFile: file.path, encoding: .utf8) != file.text {
            Issue.record("\(file.path) is not current: run make settings")
        }
        // Each control has a sample, a guide and a structure; none of them is written by hand.
        #expect(files.count == 3 * folders.count + 1)
    }
}
