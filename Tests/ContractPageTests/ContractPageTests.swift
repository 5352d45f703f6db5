import EventCodec
import Foundation
import NavigationEvents
import Platform
import TestSupport
import Testing

/// Checks the pages of the contract: tables, samples, and a proof for each clause.
@Suite struct ContractPageTests {
    @Test func `every sample decodes in Swift to its JSON`() throws {
        let samples = try ContractPage.all().flatMap { page in page.samples.map { (page.name, $0) } }
        #expect(samples.count >= 30)
        for (page, sample) in samples {
            let (json, bytes) = try read(sample)
            #expect(json == sample.json, "\(page): a \(sample.message)")
            #expect(bytes == sample.bytes, "\(page): a \(sample.message) is written otherwise")
        }
    }

    @Test func `additions of a later version are ignored`() throws {
        let samples = try ContractPage.all().flatMap(\.newerSamples)
        #expect(!samples.isEmpty)
        for sample in samples {
            let (json, bytes) = try read(sample)
            #expect(json == sample.json)
            #expect(bytes.count < sample.bytes.count)
        }
    }

    @Test func `frames contain the described texts and messages`() throws {
        let frames = try ContractPage.all().flatMap(\.frames)
        #expect(frames.count >= 20)
        for (text, bytes) in frames {
            if text.hasPrefix("[") {
                let message = String(text.dropFirst().dropLast())
                let (_, again) = try read(ContractPage.Sample(message: message, bytes: bytes, json: ""))
                #expect(again == bytes, "\(text)")
            } else {
                let kind: [UInt8] = text.hasPrefix("+") ? [1] : text.hasPrefix("-") ? [0] : []
                #expect(bytes == kind + Array(text.utf8.dropFirst(kind.count)), "\(text)")
            }
        }
    }

    @Test func `the protobuf library reads the samples, and the tables equal the contract`() throws {
        let script = ContractPaths.tests.appending(path: "Peer/pages.py").path
        let outcome = try PythonInterpreter.run([script, "check", ContractPaths.pages.path, ContractPaths.proto.path])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.output.contains(" 0 problems"))
    }

    @Test func `every topic has a page, which the front page names`() throws {
        let pages = try ContractPage.all()
        let front = try #require(pages.first { $0.name == "README.md" })
        for topic in Topic.allCases {
            #expect(pages.contains { $0.name == "\(topic.rawValue).md" && $0.text.hasPrefix("# \(topic.rawValue)\n") })
            #expect(front.text.contains("| [\(topic.rawValue)](\(topic.rawValue).md) |"))
        }
        for page in pages where page.name != "README.md" {
            #expect(front.text.contains("](\(page.name))"), "\(page.name) is not in the index")
        }
    }

    @Test func `clauses are numbered from 1 without duplicates`() throws {
        let pages = try ContractPage.all()
        for page in pages {
            let letters = Set(page.clauses.compactMap(\.first))
            #expect(letters.count <= 1, "\(page.name)")
            #expect(page.clauses == letters.flatMap { letter in page.clauses.indices.map { "\(letter)-\($0 + 1)" } })
        }
        let all = pages.flatMap(\.clauses)
        #expect(Set(all).count == all.count)
    }

    @Test func `every clause has a proof, and every proof exists`() throws {
        let proofs = try ClauseProofs()
        let clauses = Set(try ContractPage.all().flatMap(\.clauses))
        #expect(clauses.count > 100)
        #expect(clauses.subtracting(proofs.clauses).sorted() == [], "add them to Peer/clauses.txt or docs/exam.md")
        #expect(proofs.clauses.subtracting(clauses).sorted() == [], "there are no such clauses")
        #expect(try proofs.missing() == [], "these tests do not exist")
    }

    private func read(_ sample: ContractPage.Sample) throws -> (json: String, bytes: [UInt8]) {
        switch sample.message {
        case "Envelope":
            let message = try Envelope(wireBytes: sample.bytes)
            return (message.json(), message.wireBytes())
        case "Snapshot":
            let message = try Snapshot(wireBytes: sample.bytes)
            return (message.json(), message.wireBytes())
        case "RequestFrame":
            let message = try RequestFrame(wireBytes: sample.bytes)
            return (message.json(), message.wireBytes())
        case "ReplyFrame":
            let message = try ReplyFrame(wireBytes: sample.bytes)
            return (message.json(), message.wireBytes())
        default:
            Issue.record("\(sample.message) is not a message of its own")
            return ("", [])
        }
    }
}
