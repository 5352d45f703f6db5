extension String {
    /// The text escaped for XML, without the characters that XML cannot represent.
    var xml: String {
        var text = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "\t", "\n", "\r": text += "&#\(scalar.value);"
            case "\0"..<" ", "\u{FFFE}", "\u{FFFF}": break
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    /// The text as a field of CSV (RFC 4180), quoted if necessary.
    var csv: String {
        let isPlain = !unicodeScalars.contains { $0 == "\"" || $0 == "," || $0 == "\n" || $0 == "\r" }
        if isPlain { return self }
        return "\"" + split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
}
