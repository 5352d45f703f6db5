import Testing

/// Every command that a document shows, as its reader runs it.
@Suite("Commands in documents") struct CommandTests {
    @Test func aMarkThatNobodyKnowsIsAComplaint() {
        let page = Page(path: "page.md", text: "<!-- not run: no time -->\n```sh\nmake\n```\n")
        #expect(page.complaints.count == 1)
    }
}
