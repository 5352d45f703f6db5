/// A value of a TOML document.
enum TOMLValue {
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case text(String)
    /// A date, a time or both, as written: no setting accepts one.
    case time(String)
    case list([TOMLValue])
    case table(TOMLTable)
    /// The result of `[[name]]`: a list of tables that later headers extend.
    case tables(TOMLTableList)
}

/// A list of tables; headers extend the last one.
final class TOMLTableList {
    private(set) var tables: [TOMLTable]
    private(set) var last: TOMLTable

    init(_ first: TOMLTable) {
        tables = [first]
        last = first
    }

    func append(_ table: TOMLTable) {
        tables.append(table)
        last = table
    }
}

/// A table of a TOML document. It is a class, since later headers extend earlier tables.
final class TOMLTable {
    /// The way in which a table was created, which decides what may extend it.
    enum Origin {
        /// By the header of a nested table; its own header may follow.
        case implicit
        case header
        /// By a key with dots; other such keys may extend it.
        case dottedKey
        /// Between braces: complete.
        case inline
    }

    struct Entry {
        var value: TOMLValue
        /// The position of the key.
        var place: FilePosition
        /// The command-line option that set it, if it is not in the file.
        var option: String?
    }

    var origin: Origin
    /// The keys in the order of the text.
    private(set) var keys: [String] = []
    private var entries: [String: Entry] = [:]

    init(_ origin: Origin) { self.origin = origin }

    /// The value of a key with its position; setting an existing key replaces it.
    subscript(key: String) -> Entry? {
        get { entries[key] }
        set {
            guard let newValue else { return }
            if entries.updateValue(newValue, forKey: key) == nil { keys.append(key) }
        }
    }
}
