/// A value of a TOML document.
enum TOMLValue {
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case text(String)
    /// A date, a time or both, as written: no setting takes one.
    case time(String)
    case list([TOMLValue])
    case table(TOMLTable)
    /// What `[[name]]` makes: a list of tables that later headers add to.
    case tables(TOMLTableList)
}

/// A list of tables; headers add to the last.
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

/// A table of a TOML document while it is read and after. A class, since headers go back to tables made earlier.
final class TOMLTable {
    /// How a table came to be, which decides what may be added to it.
    enum Origin {
        /// By the header of a table below it; its own header may follow.
        case implicit
        case header
        /// By a key with dots; others may add to it.
        case dottedKey
        /// Between braces: complete.
        case inline
    }

    struct Entry {
        var value: TOMLValue
        /// Where its key stands.
        var place: SourcePlace
        /// What it was set by, if it does not stand in the file.
        var option: String?
    }

    var origin: Origin
    /// Its keys in the order of the text.
    private(set) var keys: [String] = []
    private var entries: [String: Entry] = [:]

    init(_ origin: Origin) { self.origin = origin }

    /// The value of a key with its place; setting one that is there replaces it.
    subscript(key: String) -> Entry? {
        get { entries[key] }
        set {
            guard let newValue else { return }
            if entries.updateValue(newValue, forKey: key) == nil { keys.append(key) }
        }
    }
}
