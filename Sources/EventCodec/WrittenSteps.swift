import NavigationEvents

/// The bytes of the steps that were written last: between two maneuvers, each onNavigation has the same steps, and they
/// are most of it.
struct WrittenSteps: ~Copyable {
    /// One onNavigation has up to six different steps.
    private static var maxSteps: Int { 8 }
    /// Longer steps are not kept.
    private static var maxBytes: Int { 512 }

    /// The memory of the steps: copies of a step share it, and a changed step has another one.
    private var steps: [StepStorage] = []
    private var counts: [Int] = []
    private var oldest = 0
    /// `maxBytes` for each step.
    private let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: maxSteps * maxBytes, alignment: 16)

    deinit { memory.deallocate() }

    /// The bytes of the message of a step; `nil` if they are not known.
    func bytes(of step: Step) -> UnsafeRawBufferPointer? {
        for index in steps.indices where steps[index] === step.storage {
            return UnsafeRawBufferPointer(
                rebasing: memory[Self.maxBytes * index..<Self.maxBytes * index + counts[index]])
        }
        return nil
    }

    /// Keeps the bytes of a step instead of the oldest ones.
    mutating func keep(_ step: Step, _ bytes: UnsafeRawBufferPointer) {
        guard bytes.count <= Self.maxBytes else { return }
        if steps.count < Self.maxSteps {
            steps.append(step.storage)
            counts.append(bytes.count)
        } else {
            (steps[oldest], counts[oldest]) = (step.storage, bytes.count)
        }
        UnsafeMutableRawBufferPointer(rebasing: memory[(Self.maxBytes * oldest)...]).copyMemory(from: bytes)
        oldest = (oldest + 1) % Self.maxSteps
    }
}
