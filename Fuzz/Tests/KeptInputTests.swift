import Foundation
import Testing

@Suite("Kept inputs of the fuzzer")
struct KeptInputTests {
    @Test(arguments: FuzzTarget.all.map(\.name)) func `every parser survives all kept inputs`(name: String)
        throws
    {
        let target = try #require(FuzzTarget.named(name))
        var inputs: [(String, [UInt8])] = []
        for folder in ["Cases", "Seeds"] {
            for file in Self.files(in: "\(folder)/\(name)") {
                inputs.append(("Fuzz/\(folder)/\(name)/\(file)", try Self.bytes("\(folder)/\(name)/\(file)")))
            }
        }
        for (number, bytes) in InputPack.inputs(in: try Self.bytes("Corpus/\(name)")).enumerated() {
            inputs.append(("input \(number) of Fuzz/Corpus/\(name)", bytes))
        }
        for (number, bytes) in try target.seeds().enumerated() { inputs.append(("seed \(number)", bytes)) }
        #expect(inputs.count > 1, "little was kept: KEEP=1 scripts/fuzz.sh 60 \(name)")
        for (place, bytes) in inputs {
            do throws(FuzzFinding) {
                try target.run(bytes)
            } catch {
                Issue.record("\(place): \(error)")
            }
        }
    }

    @Test func `every folder of inputs and every dictionary belongs to a target`() throws {
        let names = FuzzTarget.all.map(\.name)
        #expect(Set(names).count == names.count)
        for folder in Self.files(in: "Cases") + Self.files(in: "Seeds") + Self.files(in: "Corpus")
        where !names.contains(folder) {
            Issue.record("Fuzz has inputs for \(folder), and there is no such target")
        }
        for file in Self.files(in: "Dictionaries") where !names.contains(String(file.prefix { $0 != "." })) {
            Issue.record("Fuzz/Dictionaries/\(file) belongs to no target")
        }
    }

    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

    private static func files(in folder: String) -> [String] {
        // Without a folder, no finding was kept yet.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)) ?? []
        return names.sorted()
    }

    private static func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: root.appending(path: path)))
    }
}
