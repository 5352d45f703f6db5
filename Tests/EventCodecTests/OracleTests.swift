import EventCodec
import Foundation
import NavigationEvents
import Platform
import TestSupport
import Testing

/// protoc and protobuf's Python library, which are independent of this codec, check its bytes.
@Suite struct OracleTests {
    private static let valuesPerDirection = 2400

    @Test func `Python reads what Swift writes, writes the same bytes, and finds the same JSON`() throws {
        try Oracle.withModules { oracle in
            var random = SplitMix64.announced(for: "Swift to Python")
            var records = Records()
            for (_, value) in Samples.all { records.append(value) }
            for index in 0..<Self.valuesPerDirection {
                let type = TopLevel.all[index % TopLevel.all.count]
                records.append(type.arbitrary(&random))
            }
            let file = oracle.folder.appending(path: "from-swift")
            try records.data.write(to: file)
            let result = try oracle.python("check", oracle.folder.path, file.path)
            #expect(result.status == 0, "\(result.text)")
            #expect(
                result.text.hasPrefix("\(Samples.all.count + Self.valuesPerDirection) messages checked, 0 problems"))
        }
    }

    @Test func `Swift reads what Python writes and writes the same bytes`() throws {
        try Oracle.withModules { oracle in
            var random = SplitMix64.announced(for: "Python to Swift")
            let file = oracle.folder.appending(path: "from-python")
            let seed = random.next() >> 32
            let result = try oracle.python(
                "make", oracle.folder.path, file.path, "\(Self.valuesPerDirection)", "\(seed)")
            #expect(result.status == 0, "\(result.text)")
            let records = try Records(data: Data(contentsOf: file)).all()
            #expect(records.count == Self.valuesPerDirection)
            for record in records {
                let type = try #require(TopLevel.type(named: record.name))
                let value = try type.init(wireBytes: record.bytes)
                #expect(value.wireBytes() == record.bytes, "\(record.json)")
            }
        }
    }

    @Test func `protoc reads every sample, also those of a later version`() throws {
        let files = try FileManager.default.contentsOfDirectory(at: Place.samples, includingPropertiesForKeys: nil)
        let samples = files.filter { $0.pathExtension == "bin" }
        #expect(samples.count > Samples.all.count)
        for sample in samples {
            let message = sample.lastPathComponent.prefix { $0 != "." }
            let result = try Oracle.run(
                "protoc", ["-I", Contract.folder.path, "--decode", "navbus.v1.\(message)"] + Contract.files,
                input: sample)
            #expect(result.status == 0, "\(sample.lastPathComponent): \(result.text)")
        }
    }
}
