import NavigationControl
import Supervisor

/// The name of a new control, in the forms for files and languages.
struct ControlName: Hashable {
    /// `next-street`: its id, its folder and its executable.
    let kebab: String

    /// `next_street`: modules of Python.
    var snake: String { kebab.replacing("-", with: "_") }

    /// `NextStreet`: modules and types.
    var camel: String { words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() }

    /// `NextStreet` in the names of types such as `NextStreetControl`. If the name ends with `control`, that part is
    /// dropped.
    var camelStem: String {
        camel.hasSuffix("Control") && words.count > 1 ? String(camel.dropLast("Control".count)) : camel
    }

    private var words: [Substring] { kebab.split(separator: "-") }

    /// The most letters of a name, as of an id in a manifest.
    static let maxLetters = ControlManifest.maxIDLength

    /// Checks a name; throws if it cannot be used in a manifest, a language or a file system.
    ///
    /// - Parameters:
    ///   - name: The name, as it was typed.
    ///   - taken: The existing controls, with their folders.
    init(_ name: String, taken: [String: String] = [:]) throws(ControlNameError) {
        guard !name.isEmpty else { throw .empty }
        guard name.utf8.count <= Self.maxLetters else { throw .long(name) }
        guard ControlManifest.isKebab(name) else { throw .form(name, proposal: Self.proposal(for: name)) }
        if let folder = taken[name] { throw .taken(name, folder: folder) }
        if let meaning = Self.meaning(of: name) { throw .reserved(name, meaning: meaning) }
        kebab = name
    }

    /// A valid name similar to a wrong one, such as `next-street` for `Next Street` or `NextStreet`; `nil` if there is
    /// none.
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
        return ControlManifest.isKebab(proposal) && proposal.utf8.count <= maxLetters && meaning(of: proposal) == nil
            ? proposal : nil
    }
}

/// The name cannot be used for a control. The description completes "failed to …".
enum ControlNameError: Error, Hashable, CustomStringConvertible {
    case empty
    case long(String)
    /// It has characters that are not allowed in a name; the proposal is a similar name.
    case form(String, proposal: String?)
    /// The name is reserved.
    case reserved(String, meaning: String)
    /// A control with this name exists already.
    case taken(String, folder: String)

    var description: String {
        switch self {
        case .empty: "name the control: the name is empty; choose one such as next-street"
        case .long(let name):
            "name the control \"\(name)\": it has \(name.utf8.count) letters; use \(ControlName.maxLetters) at most"
        case .form(let name, let proposal):
            "name the control \"\(name)\": use a-z and 0-9, words joined by -, a letter first"
                + (proposal.map { ", such as \($0)" } ?? "")
        case .reserved(let name, let meaning): "name the control \"\(name)\": \(meaning); choose another name"
        case .taken(let name, let folder):
            "name the control \"\(name)\": there is a control of that name in \(folder); choose another name"
        }
    }
}
