import ControlConformance
import Foundation
#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Reads JUnit XML like a build server; throws if it is invalid.
final class JUnitReader: NSObject, XMLParserDelegate {
    struct Told: Equatable {
        var name: String
        var verdict = CaseResult.Verdict.passed
        var message = ""
        var output = ""
    }

    private var told: [Told] = []
    private var isOutput = false

    static func read(_ text: String) throws -> [Told] {
        let reader = JUnitReader()
        let parser = XMLParser(data: Data(text.utf8))
        parser.delegate = reader
        guard parser.parse() else { throw parser.parserError ?? CocoaError(.fileReadCorruptFile) }
        return reader.told
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        isOutput = name == "system-out"
        if name == "testcase" { told.append(Told(name: attributes["name"] ?? "")) }
        let verdicts: [String: CaseResult.Verdict] = ["failure": .failed, "error": .broken, "skipped": .skipped]
        guard let verdict = verdicts[name], !told.isEmpty else { return }
        told[told.count - 1].verdict = verdict
        told[told.count - 1].message = attributes["message"] ?? ""
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        if isOutput, !told.isEmpty { told[told.count - 1].output += text }
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        isOutput = false
    }
}
