import NavigationControl
import Supervisor

/// What a new control is called, in the forms in which files and languages have it.
struct ControlName: Hashable {
    /// `next-street`: its id, its folder and its executable.
    let kebab: String

    /// `next_street`: modules of Python.
    var snake: String { kebab.replacing("-", with: "_") }

    /// `NextStreet`: modules and types.
    var camel: String { words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() }

    /// `NextStreet` for the types that end with what they are, such as `NextStreetControl`: a name that ends with `control`
    /// does not say it twice.
    var camelStem: String {
        camel.hasSuffix("Control") && words.count > 1 ? String(camel.dropLast("Control".count)) : camel
    }

    private var words: [Substring] { kebab.split(separator: "-") }

    /// The longest name, which is the longest id of a manifest.
    static let mostLetters = ControlManifest.mostIDLetters

    /// Takes a name; refuses one that a manifest, a language or a file system would stumble over.
    ///
    /// - Parameters:
    ///   - name: What the author typed.
    ///   - taken: Controls that are there already, and where.
    init(_ name: String, taken: [String: String] = [:]) throws(ControlNameError) {
        guard !name.isEmpty else { throw .empty }
        guard name.utf8.count <= Self.mostLetters else { throw .long(name) }
        guard ControlManifest.isKebab(name) else { throw .form(name, proposal: Self.proposal(for: name)) }
        if let folder = taken[name] { throw .taken(name, folder: folder) }
        if let meaning = Self.meaning(of: name) { throw .reserved(name, meaning: meaning) }
        kebab = name
    }

    /// What the author may have meant: `Next Street` and `NextStreet` as `next-street`; `nil` if that is no name either.
    private static func proposal(for name: String) -> String? {
        var text = ""
        var wasSmall = false
        for letter in name.unicodeScalars {
            let isCapital = ("A"..."Z").contains(letter)
            if isCapital && wasSmall { text += "-" }
            let isPart = isCapital || ("a"..."z").contains(letter) || ("0"..."9").contains(letter)
            text += isPart ? String(letter).lowercased() : "-"
            wasSmall = isPart && !isCapital
        }
        let proposal = text.split(separator: "-").joined(separator: "-")
        return ControlManifest.isKebab(proposal) && proposal.utf8.count <= mostLetters && meaning(of: proposal) == nil
            ? proposal : nil
    }
}

/// Why a control cannot be called so. The description completes "failed to …".
enum ControlNameError: Error, Hashable, CustomStringConvertible {
    case empty
    case long(String)
    /// Other letters than a name has; what may have been meant.
    case form(String, proposal: String?)
    /// It means something to somebody else.
    case reserved(String, meaning: String)
    /// There is such a control already.
    case taken(String, folder: String)

    var description: String {
        switch self {
        case .empty: "name the control: the name is empty; choose one such as next-street"
        case .long(let name):
            "name the control \"\(name)\": it has \(name.utf8.count) letters; use \(ControlName.mostLetters) at most"
        case .form(let name, let proposal):
            "name the control \"\(name)\": use a-z and 0-9, words joined by -, a letter first"
                + (proposal.map { ", such as \($0)" } ?? "")
        case .reserved(let name, let meaning): "name the control \"\(name)\": \(meaning); choose another name"
        case .taken(let name, let folder):
            "name the control \"\(name)\": there is a control of that name in \(folder); choose another name"
        }
    }
}
