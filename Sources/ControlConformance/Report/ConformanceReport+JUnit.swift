extension ConformanceReport {
    /// The report as JUnit XML, for build servers.
    public var junit: String {
        var lines = [
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
            "<testsuites tests=\"\(results.count)\" failures=\"\(count(.failed))\" errors=\"\(count(.broken))\" "
                + "time=\"\(Self.seconds(seconds))\">",
            "  <testsuite name=\"\(Self.escaped(subject))\" tests=\"\(results.count)\" failures=\"\(count(.failed))\" "
                + "errors=\"\(count(.broken))\" skipped=\"\(count(.skipped))\" time=\"\(Self.seconds(seconds))\">",
        ]
        for result in results { lines += self.lines(of: result) }
        return (lines + ["  </testsuite>", "</testsuites>"]).joined(separator: "\n") + "\n"
    }

    private func lines(of result: CaseResult) -> [String] {
        let sentence = Self.escaped(result.sentence)
        let head =
            "    <testcase classname=\"\(Self.escaped(subject))\" name=\"\(Self.escaped(result.name))\" "
            + "time=\"\(Self.seconds(result.seconds))\">"
        let content: [String]
        switch result.verdict {
        case .passed: content = []
        case .skipped: content = ["      <skipped message=\"\(sentence)\"/>"]
        case .failed, .broken:
            let element = result.verdict == .failed ? "failure" : "error"
            content = [
                "      <\(element) message=\"\(sentence)\">\(Self.escaped(result.clause))</\(element)>",
                "      <system-out>\(Self.escaped(result.output.joined(separator: "\n")))</system-out>",
            ]
        }
        return [head] + content + ["    </testcase>"]
    }

    private static func seconds(_ seconds: Double) -> String {
        let milliseconds = Int((seconds * 1000).rounded())
        let rest = String(milliseconds % 1000)
        return "\(milliseconds / 1000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
    }

    /// Escapes text for XML 1.0; a character that XML cannot contain, not even as a reference, becomes U+FFFD.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\t", "\n", "\r": escaped += "&#\(scalar.value);"
            default:
                let isAllowed =
                    (0x20...0xD7FF).contains(scalar.value) || (0xE000...0xFFFD).contains(scalar.value)
                    || scalar.value >= 0x10000
                escaped.unicodeScalars.append(isAllowed ? scalar : "\u{FFFD}")
            }
        }
        return escaped
    }
}
