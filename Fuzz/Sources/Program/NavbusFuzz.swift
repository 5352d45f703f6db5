import Glibc

/// One program for all targets: the environment names the one to feed. Each target in a program of its own would be
/// linked anew for as much code; the fuzzer's counters of what never runs stay zero and cost little.
private let target: FuzzTarget = {
    let name = getenv("NAVBUS_FUZZ_TARGET").map { String(cString: $0) } ?? ""
    if let target = FuzzTarget.named(name) { return target }
    // Without a target: the list that scripts/fuzz.sh reads, and the first inputs, where it wants them.
    for target in FuzzTarget.all {
        print(target.name, target.mostBytes)
        writeSeeds(of: target)
    }
    exit(name.isEmpty ? 0 : 64)
}()

/// Writes a target's seeds into `<folder>/<target>/samples`, if the environment names the folder.
private func writeSeeds(of target: FuzzTarget) {
    guard let folder = getenv("NAVBUS_FUZZ_SEEDS").map({ String(cString: $0) }) else { return }
    do {
        for (number, bytes) in try target.seeds().enumerated() {
            let path = "\(folder)/\(target.name)/samples/seed-\(number)"
            let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
            guard write(file, bytes, bytes.count) == bytes.count else { exit(74) }
            close(file)
        }
    } catch {
        print("navbus-fuzz: the seeds of \(target.name): \(error)")
        exit(70)
    }
}

/// Called by libFuzzer before the first input.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
    _ count: UnsafeMutablePointer<Int32>, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> Int32 {
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
        _ = write(STDERR_FILENO, text, text.utf8.count)
        abort()
    }
    return 0
}
