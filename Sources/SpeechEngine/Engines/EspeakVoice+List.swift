import CEspeak

extension EspeakVoice {
    /// A voice of the engine.
    package struct Entry: Hashable {
        /// The name of the voice ("German").
        package var name: String
        /// The languages of the voice, the best one first ("de").
        package var languages: [String]
    }

    /// All voices of the engine, in the order of its list.
    package static var all: [Entry] {
        guard let list = espeak_ListVoices(nil) else { return [] }
        var entries: [Entry] = []
        var cursor = list
        while let voice = cursor.pointee {
            let name = voice.pointee.name.map { String(cString: $0) } ?? ""
            entries.append(Entry(name: name, languages: languages(of: voice.pointee)))
            cursor += 1
        }
        return entries
    }
}
