extension TOMLDocument {
    /// Sets a key of a table, overriding the file; errors about it name the option. The table is created if it is
    /// missing.
    ///
    /// - Parameters:
    ///   - key: The name in the table.
    ///   - name: The name of a table of the document.
    ///   - text: The value in TOML syntax; any other text is a string.
    ///   - option: The option as typed, such as `--set source.speed=20`.
    /// - Throws: ``ConfigurationError`` if `name` is not a table.
    public func set(
        _ key: String, of name: String, to text: String, by option: String
    ) throws(ConfigurationError) {
        switch TOMLReader.value(alone: text) {
        // A text that looks like a date is a name: no setting accepts a date.
        case nil, .time: try set(key, of: name, toText: text, by: option)
        case .some(let value): try set(key, of: name, to: value, by: option)
        }
    }

    /// Sets a key to a string, without parsing it as TOML.
    public func set(
        _ key: String, of name: String, toText text: String, by option: String
    ) throws(ConfigurationError) {
        try set(key, of: name, to: .text(text), by: option)
    }

    private func set(
        _ key: String, of name: String, to value: TOMLValue, by option: String
    ) throws(ConfigurationError) {
        let nowhere = FilePosition(line: 1, column: 1)
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
