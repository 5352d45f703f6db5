extension TOMLDocument {
    /// Sets a key of a table in the place of what the file says; errors about it name the option. The table is made if the
    /// file has none.
    ///
    /// - Parameters:
    ///   - key: name in the table.
    ///   - name: name of a table of the document.
    ///   - text: the value as TOML writes it; anything else is a text.
    ///   - option: what was typed, such as `--set source.speed=20`.
    public func set(
        _ key: String, of name: String, to text: String, by option: String
    ) throws(ConfigurationError) {
        switch TOMLReader.value(alone: text) {
        // What looks like a date is the name of something: no setting takes a date.
        case nil, .time: try set(key, of: name, toText: text, by: option)
        case .some(let value): try set(key, of: name, to: value, by: option)
        }
    }

    /// Sets a key to a text, whatever it looks like.
    public func set(
        _ key: String, of name: String, toText text: String, by option: String
    ) throws(ConfigurationError) {
        try set(key, of: name, to: .text(text), by: option)
    }

    private func set(
        _ key: String, of name: String, to value: TOMLValue, by option: String
    ) throws(ConfigurationError) {
        let nowhere = SourcePlace(line: 1, column: 1)
        switch table[name]?.value {
        case .table(let known): known[key] = .init(value: value, place: nowhere, option: option)
        case nil:
            let new = TOMLTable(.header)
            new[key] = .init(value: value, place: nowhere, option: option)
            table[name] = .init(value: .table(new), place: nowhere, option: option)
        case .some:
            throw ConfigurationError(
                file: file, place: table[name]?.place, text: "\"\(name)\" must be a table [\(name)] for \(option)")
        }
    }
}
