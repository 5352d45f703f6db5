@testable import SpeechEngine

extension FuzzTarget {
    /// A narrated book: a property list of either format, and the pages in it.
    static let book = FuzzTarget(
        name: "book", maxBytes: 4096, reaches: ["PropertyList", "XMLPropertyListReader", "BinaryPropertyListReader"]
    ) { bytes throws(FuzzFinding) in
        let book: Book
        do throws(BookError) {
            book = try BookReader.book(bytes, file: "fuzz.plist")
        } catch {
            return try FuzzFinding.unless(
                "\(error)".contains("fuzz.plist"), "an error that does not name the file: \(error)")
        }
        let numbers = book.numbers
        try FuzzFinding.unless(!numbers.isEmpty && numbers == numbers.sorted(), "pages out of order: \(numbers)")
        for page in book.pages {
            _ = page.displayText
            for properties in page.utterances.map(\.properties) {
                let isSayable =
                    (0...4).contains(properties.rate) && (0.5...2).contains(properties.pitchMultiplier)
                    && (0...1).contains(properties.volume) && (0...600).contains(properties.preUtteranceDelaySeconds)
                    && (0...600).contains(properties.postUtteranceDelaySeconds)
                try FuzzFinding.unless(isSayable, "what no voice can do: \(properties)")
            }
        }
    }

    /// A recorded clip.
    static let clip = FuzzTarget(name: "clip", maxBytes: 2048) { bytes throws(FuzzFinding) in
        guard let clip = try? WAVClip(bytes) else { return }
        let isSound = clip.samples.count <= bytes.count && clip.samples.allSatisfy { (-1...1).contains($0) }
        try FuzzFinding.unless(isSound, "more sound than there is: \(clip.samples.count) samples")
        try FuzzFinding.unless(clip.trimmed().samples.count <= clip.samples.count, "silence that was added")
    }
}
