import SpeechTestSupport
import TestSupport
import Testing

@testable import SpeechEngine

@Suite struct BookTests {
    private func read(_ bytes: [UInt8]) throws(BookError) -> Book { try BookReader.book(bytes, file: "book.plist") }

    @Test func `both forms of utterances are read`() throws {
        let book = try Book.make(
            BookText.page("Once upon a time", "<key>backgroundImage</key><string>page1.png</string>"),
            BookText.page([
                ("there was", BookText.number("rate", 1.2) + BookText.number("pitchMultiplier", 1.5)),
                ("a squirrel.", "<key>voice</key><string>en-GB</string>" + BookText.number("preUtteranceDelay", 0.5)),
            ]))
        #expect(book.problems.isEmpty)
        #expect(book.numbers == [1, 2])
        #expect(book.pages[0].backgroundImage == "page1.png")
        #expect(book.pages[0].utterances.map(\.text) == ["Once upon a time"])
        #expect(book.pages[0].utterances[0].properties == UtteranceProperties())
        let (first, second) = (book.pages[1].utterances[0].properties, book.pages[1].utterances[1].properties)
        #expect(first == UtteranceProperties(rate: 1.2, pitchMultiplier: 1.5))
        #expect(second == UtteranceProperties(preUtteranceDelaySeconds: 0.5, voice: "en-GB"))
        #expect(book.pages[1].displayText == "there was a squirrel.")
    }

    @Test func `the displayed text keeps the spaces of the author`() throws {
        let book = try Book.make(BookText.page([("a\n", ""), ("b ", ""), ("c", ""), ("d", "")]))
        #expect(book.pages[0].displayText == "a\nb c d")
    }

    @Test func `unknown properties are kept and noted`() throws {
        let book = try Book.make(
            BookText.page([("a", BookText.number("prosody", 3) + BookText.number("rate", 0.4))])
                + "<key>music</key><string>waltz</string>")
        #expect(book.pages[0].utterances[0].extras["prosody"]?.number == 3)
        #expect(book.pages[0].utterances[0].properties.rate == 0.4)
        #expect(book.pages[0].extras["music"]?.text == "waltz")
        #expect(book.problems.map(\.key) == ["utterances[1].prosody", "music"])
        #expect(book.problems.allSatisfy { $0.severity == .noted && $0.page == 1 })
    }

    @Test func `unknown keys of a place are noted and the page stays`() throws {
        let place = BookText.place(49, 8, radius: 9).replacing(
            "<dict>", with: "<dict><key>name</key><string>bridge</string>")
        let book = try Book.make(BookText.page("a", place))
        #expect(book.pages.first?.place == .circle(latitudeDegrees: 49, longitudeDegrees: 8, radiusMeters: 9))
        #expect(book.problems.map(\.severity) == [.noted])
        #expect("\(book.problems[0])".contains("place.name: is unknown"))
    }

    @Test func `the displayed text has no markup`() throws {
        let markup = "&lt;speak&gt;Bed &amp;amp; &lt;emphasis&gt;breakfast&lt;/emphasis&gt;&lt;/speak&gt;"
        let book = try Book.make(
            BookText.page([("Here:", ""), (markup, "<key>isSSML</key><true/>"), ("1 &lt; 2", "")]))
        #expect(book.pages.first?.displayText == "Here: Bed & breakfast 1 < 2")
    }

    @Test func `a rate beyond the engine is corrected`() throws {
        let book = try Book.make(BookText.page([("a", BookText.number("rate", 3.5))]))
        #expect(book.pages.first?.utterances.first?.properties.rate == 2.8)
        #expect(EspeakSynthesizer.wordsPerMinute(rate: 2.8) < EspeakSynthesizer.wordsPerMinute(rate: 9))
    }

    @Test(arguments: [
        ("<key>backgroundImage</key><string>a</string>", "utterances: is missing"),
        ("<key>utterances</key><true/>", "utterances: it is a truth value"),
        ("<key>utterances</key><array><integer>1</integer></array>", "utterances[1]: it is a number"),
        ("<key>utterances</key><array><dict/></array>", "utterances[1].utteranceString: is missing"),
        (
            "<key>utterances</key><array><string>a</string><dict><key>utteranceString</key><array/></dict></array>",
            "utterances[2].utteranceString: it is an array"
        ),
        (BookText.page([("a", "<key>rate</key><string>fast</string>")]), "utterances[1].rate: it is a string"),
        (BookText.page([("a", "<key>volume</key><real>nan</real>")]), "utterances[1].volume: it is not finite"),
        (BookText.page([("a", "<key>voice</key><true/>")]), "utterances[1].voice: it is a truth value"),
        (BookText.page("a", "<key>backgroundImage</key><true/>"), "backgroundImage: it is a truth value"),
        (BookText.page("a", "<key>place</key><dict/>"), "place.latitude: is missing"),
        (BookText.page("a", BookText.place(91, 8, radius: 20)), "place.latitude: 91.0 is not between"),
        (BookText.page("a", BookText.place(49, 8, radius: 0)), "place.radius: 0.0 is not between"),
        (BookText.page("a", BookText.number("distance", -1)), "distance: -1.0 is not between"),
        (
            BookText.page("a", BookText.number("distance", 1) + BookText.place(49, 8, radius: 9)),
            "distance: conflicts with place"
        ),
    ])
    func `an invalid page is skipped and reported`(_ broken: String, _ problem: String) throws {
        let book = try Book.make(BookText.page("one"), broken, BookText.page("three"))
        #expect(book.numbers == [1, 3])
        let skipped = book.problems.filter { $0.severity == .skipped }
        #expect(skipped.count == 1)
        #expect("\(skipped[0])".hasPrefix("page 2 (line 4), ") && "\(skipped[0])".contains(problem), "\(skipped[0])")
        #expect {
            try book.page(2)
        } throws: {
            "\($0)".contains("page 2: it was skipped") && "\($0)".contains(problem)
        }
    }

    @Test func `a number written as text is valid, and one out of range is corrected`() throws {
        let book = try Book.make(
            BookText.page([
                ("a", "<key>rate</key><string>0.7</string>" + BookText.number("pitchMultiplier", 9)),
                ("b", BookText.number("postUtteranceDelay", 1e300) + BookText.number("volume", -1)),
            ]))
        #expect(book.pages[0].utterances[0].properties == UtteranceProperties(rate: 0.7, pitchMultiplier: 2))
        #expect(
            book.pages[0].utterances[1].properties == UtteranceProperties(volume: 0, postUtteranceDelaySeconds: 600))
        #expect(
            book.problems.map(\.key) == [
                "utterances[1].pitchMultiplier", "utterances[2].postUtteranceDelay", "utterances[2].volume",
            ])
    }

    @Test func `circles and distances of a tour are read`() throws {
        let book = try Book.make(
            BookText.page("a", BookText.place(49.41, 8.69, radius: 80)),
            BookText.page(
                "b", "<key>place</key><dict>\(BookText.number("latitude", 1))\(BookText.number("longitude", 2))</dict>"),
            BookText.page("c", BookText.number("distance", 1200)), BookText.page("d"))
        #expect(
            book.pages.map(\.place) == [
                .circle(latitudeDegrees: 49.41, longitudeDegrees: 8.69, radiusMeters: 80),
                .circle(latitudeDegrees: 1, longitudeDegrees: 2, radiusMeters: 50), .distance(meters: 1200), nil,
            ])
    }

    @Test(arguments: [
        ("<string>a</string>", "it is a string"), ("<dict/>", "the key bookPages is missing"),
        ("<dict><key>bookPages</key><dict/></dict>", "bookPages is a dictionary"),
        ("<dict><key>bookPages</key><array/></dict>", "bookPages is empty"),
        ("<dict><key>bookPages</key><array><string>a</string></array></dict>", "page 1 (line 4), bookPages: it is"),
    ])
    func `a list that is not a book is refused with a reason`(_ list: String, _ problem: String) {
        #expect {
            try read(BookText.list(list))
        } throws: {
            "\($0)".contains(problem) && "\($0)".contains("book.plist")
        }
    }

    @Test func `the error names an unreadable file`() throws {
        let folder = try TemporaryFolder()
        for (path, problem) in [("/nonexistent/a.plist", "No such file"), (folder.path, "it is no file")] {
            #expect {
                try BookFile(path: path).read()
            } throws: {
                "\($0)".contains(path) && "\($0)".contains(problem)
            }
        }
    }

    @Test func `a missing page is refused with the list of pages`() throws {
        let book = try Book.make(BookText.page("a"), "", BookText.page("c"), BookText.page("d"))
        #expect {
            try book.page(9)
        } throws: {
            "\($0)" == "turn to page 9: it does not exist; the pages are 1, 3 to 4"
        }
    }
}
