import CEspeak

/// The voices of espeak-ng. Call only after the start of the library, on its thread.
package enum EspeakVoice {
    /// Selects a voice by name, or else by language. The engine has no voice named `en`, and for `de-AT` only `de`.
    static func select(_ voice: String) -> Bool {
        guard isName(voice) else { return false }
        let tag = voice.lowercased().replacing("_", with: "-")
        if espeak_SetVoiceByName(tag) == EE_OK { return true }
        let language = String(tag.prefix { $0 != "-" })
        return tag.withCString { pointer in
            var wanted = espeak_VOICE()
            wanted.languages = pointer
            guard espeak_SetVoiceByProperties(&wanted) == EE_OK else { return false }
            // The engine selects some voice in any case, so the language of the selected voice is checked.
            return currentLanguages.contains { $0 == language || $0.hasPrefix(language + "-") }
        }
    }

    /// Whether a text can name a voice. Engines open a file of this name, so paths are refused.
    static func isName(_ voice: String) -> Bool {
        (1...64).contains(voice.utf8.count) && !voice.hasPrefix("/") && !voice.contains("..")
            && !voice.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }

    /// The languages of the selected voice.
    private static var currentLanguages: [String] { espeak_GetCurrentVoice().map { languages(of: $0.pointee) } ?? [] }

    /// Reads the languages of a voice. Each has a byte of priority and a text; a zero byte ends the list.
    static func languages(of voice: espeak_VOICE) -> [String] {
        guard var pointer = voice.languages else { return [] }
        var languages: [String] = []
        while pointer.pointee != 0 {
            let language = String(cString: pointer + 1)
            languages.append(language)
            pointer += language.utf8.count + 2
        }
        return languages
    }
}
