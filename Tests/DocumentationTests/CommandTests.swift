import Foundation
import Testing

/// Runs every command of the documents.
@Suite("Commands in documents") struct CommandTests {
    @Test func `all commands of a page succeed in order`() throws {
        let run = try PagesRun(Repository.pages())
        for complaint in run.complaints() { Issue.record("\(complaint)") }
    }

    @Test func `commands that are not run have existing options`() throws {
        for page in try Repository.pages() {
            for block in page.blocks where block.marks.reason != nil {
                for command in CommandLine.all(in: block.text) {
                    for complaint in try command.complaints() {
                        Issue.record("\(page.path):\(block.line): \(complaint)")
                    }
                }
            }
        }
    }

    @Test func `marks are valid and directly before their blocks`() throws {
        for page in try Repository.pages() {
            for complaint in page.complaints { Issue.record("\(complaint)") }
        }
    }

    @Test func `unknown marks and reasons are reported`() {
        for mark in ["<!-- not run: no time -->", "<!-- skip -->", "<!-- while:x", "<!-- with: a -->"] {
            #expect(Page(path: "page.md", text: "\(mark)\n```sh\nmake\n```\n").complaints.count == 1, "\(mark)")
        }
    }

    @Test func `a sample matches any numbers and, at its dots, any lines`() {
        let said = "bus up\nstep 1: A in 92 m\nstep 2: B in 7 m\nstopped\n"
        #expect(Sample("step 1: A in 5 m\n…\nstopped").missing(in: said) == nil)
        #expect(Sample("step 1: … m\nstep 2: B in 1 m").missing(in: said) == nil)
        #expect(Sample("step 1: A in 5 m\nstopped").missing(in: said) == "stopped")
        #expect(Sample("arrived").missing(in: said) == "arrived")
    }
}
