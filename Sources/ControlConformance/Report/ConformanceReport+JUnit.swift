import NavigationControl

extension ConformanceReport {
    /// The report as JUnit XML, for build servers.
    public var junit: String {
        let claims = isComplete ? ControlGrade.allCases.filter(claimed.contains) : []
        let counts =
            "tests=\"\(results.count + claims.count)\" failures=\"\(count(.failed) + unreachedClaims.count)\" "
            + "errors=\"\(count(.broken))\""
        var lines = [
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
            "<testsuites \(counts) time=\"\(Self.seconds(seconds))\">",
            "  <testsuite name=\"\(Self.escaped(subject))\" \(counts) skipped=\"\(count(.skipped) + count(.notDone))\" "
                + "time=\"\(Self.seconds(seconds))\">",
        ]
        if isComplete {
            lines += [
                "    <properties>", "      <property name=\"grade\" value=\"\(ControlGrade.text(grades))\"/>",
                "    </properties>",
            ]
        }
        for result in results { lines += self.lines(of: result) }
        for claim in claims { lines += self.lines(of: claim) }
        return (lines + ["  </testsuite>", "</testsuites>"]).joined(separator: "\n") + "\n"
    }

    /// A claimed grade counts as a case.
    private func lines(of claim: ControlGrade) -> [String] {
        let head =
            "    <testcase classname=\"\(Self.escaped(subject))\" name=\"grade \(claim.rawValue)\" time=\"0.000\">"
        let cases = missing(claim).map(\.name).joined(separator: ", ")
        let failure =
            "      <failure message=\"the manifest claims this grade; it is missing: \(Self.escaped(cases))\"/>"
        return [head] + (cases.isEmpty ? [] : [failure]) + ["    </testcase>"]
    }

    private func lines(of result: CaseResult) -> [String] {
        let sentence = Self.escaped(result.sentence)
        let head =
            "    <testcase classname=\"\(Self.escaped(subject))\" name=\"\(Self.escaped(result.name))\" "
            + "time=\"\(Self.seconds(result.seconds))\">"
        let content: [String]
        switch result.verdict {
        case .passed: content = []
        case .skipped, .notDone: content = ["      <skipped message=\"\(sentence)\"/>"]
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
