import Glibc

/// One program for all targets, one of which the environment selects. A program for each target would link the same
/// code again; the counters of unused code stay zero and cost little.
private let target: FuzzTarget = {
    let name = variable("NAVBUS_FUZZ_TARGET") ?? ""
    if let target = FuzzTarget.named(name) { return target }
    // Without a target, the program prints the list for scripts/fuzz.sh and writes the seeds.
    for target in FuzzTarget.all {
        print(target.name, target.maxBytes)
        writeSeeds(of: target)
    }
    exit(name.isEmpty ? 0 : 64)
}()

/// Writes the first inputs of a target into `<folder>/<target>/samples`, if the environment names the folder: its seeds
/// and the inputs in `Fuzz/Corpus`.
private func writeSeeds(of target: FuzzTarget) {
    guard let folder = variable("NAVBUS_FUZZ_SEEDS") else { return }
    do {
        let inputs = try target.seeds() + InputPack.inputs(in: contents("Fuzz/Corpus/\(target.name)"))
        for (number, bytes) in inputs.enumerated() {
            write(bytes, to: "\(folder)/\(target.name)/samples/input-\(number)")
        }
    } catch {
        print("navbus-fuzz: the seeds of \(target.name): \(error)")
        exit(70)
    }
}

/// Packs the files of the command line into one file, if the environment names it.
private func pack(_ files: [String]) {
    guard let target = variable("NAVBUS_FUZZ_PACK") else { return }
    write(InputPack.bytes(of: files.map(contents)), to: target)
    exit(0)
}

private func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

private func contents(_ path: String) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { close(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = read(file, &piece, piece.count), count > 0 { bytes += piece[..<count] }
    return bytes
}

private func write(_ bytes: [UInt8], to path: String) {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard file >= 0, Glibc.write(file, bytes, bytes.count) == bytes.count else {
        print("navbus-fuzz: cannot write \(path)")
        exit(74)
    }
    close(file)
}

/// Called by libFuzzer before the first input.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
    _ count: UnsafeMutablePointer<Int32>, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> Int32 {
    pack(CommandLine.arguments.dropFirst().map { $0 })
    _ = target.name
    return 0
}

/// Called by libFuzzer with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    do throws(FuzzFinding) {
        try target.run(bytes)
    } catch {
        let text = "navbus-fuzz: \(target.name): \(error)\n"
        _ = Glibc.write(STDERR_FILENO, text, text.utf8.count)
        abort()
    }
    return 0
}
