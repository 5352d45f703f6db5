import Foundation

/// Runs the blocks of a page in order, in one checkout.
final class PageRun {
    /// The problems found.
    private(set) var complaints: [String] = []
    private let page: Page
    private let checkout: Checkout
    private let network: OwnNetwork
    private var companions: [Program] = []
    private var count = 0

    /// Time limit for a block.
    static let timeoutSeconds = 300.0

    init(_ page: Page) throws {
        self.page = page
        checkout = try Checkout()
        network = try OwnNetwork(output: checkout.log("network"))
    }

    /// Runs all blocks. A failure is noted, and the next block is run.
    func run() throws {
        defer {
            endCompanions()
            network.end()
        }
        for block in page.blocks where block.marks.reason == nil { try run(block) }
    }

    private func endCompanions() {
        companions.reversed().forEach { $0.end() }
        companions = []
    }

    private func run(_ block: Block) throws {
        let place = "\(page.path):\(block.line)"
        if block.marks.endsOthers { endCompanions() }
        for command in block.marks.before {
            let program = try start(command)
            // Its background processes end with the page.
            companions.insert(program, at: 0)
            program.wait(seconds: Self.timeoutSeconds)
            if program.exitCode != 0 { complain(place, "the command before it (\(command))", program) }
        }
        let meanwhile = try block.marks.meanwhile.map { try companion($0, at: place) }
        defer { meanwhile.reversed().forEach { $0.end() } }

        let program = try start(block.marks.replaced(block.text))
        if let text = block.marks.goesOn {
            companions.append(program)
            return hear(text, of: program, place)
        }
        if let text = block.marks.interruptAfter { interrupt(program, after: text, place) }
        program.wait(seconds: Self.timeoutSeconds)
        judge(block, program, at: place)
        program.end()
    }

    private func hear(_ text: String, of program: Program, _ place: String) {
        if program.wait(seconds: 30, until: { $0.said.contains(text) }) { return }
        complaints.append("\(place): did not print \"\(text)\", but \(program.said.suffix(3000))")
    }

    /// Interrupts the program each time it prints the text: once for each command that does not end by itself.
    private func interrupt(_ program: Program, after text: String, _ place: String) {
        hear(text, of: program, place)
        var count = 0
        repeat {
            count = program.said.components(separatedBy: text).count
            program.interrupt()
        } while program.wait(seconds: 5) { $0.said.components(separatedBy: text).count > count } && count < 20
    }

    private func judge(_ block: Block, _ program: Program, at place: String) {
        // An interrupted program may end with the code of SIGINT.
        let allowed = block.marks.exitCodes + (block.marks.interruptAfter == nil ? [] : [2, 130])
        guard let code = program.exitCode, allowed.contains(code) else { return complain(place, "the block", program) }
        if let sample = block.sample, let line = Sample(checkout.located(sample)).missing(in: program.written) {
            complaints.append(
                "\(place): the page shows \"\(line)\", which is missing in the output:\n\(program.written)")
        }
    }

    private func complain(_ place: String, _ what: String, _ program: Program) {
        let code = program.exitCode.map { "\($0)" } ?? "nothing"
        complaints.append(
            "\(place): \(what) ended with \(code):\n\(program.written.suffix(1500))\(program.errors.suffix(3000))")
    }

    /// Starts a command that runs meanwhile, and waits until it prints the text after `until`.
    private func companion(_ command: String, at place: String) throws -> Program {
        let parts = command.components(separatedBy: " until ")
        let companion = try start(parts[0])
        hear(parts.count > 1 ? parts[1] : "navigation started", of: companion, place)
        return companion
    }

    private func start(_ commands: String) throws -> Program {
        count += 1
        let script = try checkout.script(commands, name: "\(count)")
        return try Program(
            network.command + ["/bin/bash", script], environment: checkout.environment, output: checkout.log("\(count)")
        )
    }
}
