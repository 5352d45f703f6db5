import CEspeak

extension EspeakVoice {
    /// A voice that the engine has.
    struct Entry: Hashable {
        /// What it calls it ("German").
        var name: String
        /// The languages it speaks, the one it speaks best first ("de").
        var languages: [String]
    }

    /// All voices of the engine, in its order.
    static var all: [Entry] {
        guard let list = espeak_ListVoices(nil) else { return [] }
        var entries: [Entry] = []
        var place = list
        while let voice = place.pointee {
            let name = voice.pointee.name.map { String(cString: $0) } ?? ""
            entries.append(Entry(name: name, languages: languages(of: voice.pointee)))
            place += 1
        }
        return entries
    }
}
