import CPlatform

/// The handling of freed memory by the C library.
public enum FreedMemory {
    /// Returns every freed block of this size and more to the system at once. Call it at the start of a process.
    public static func returnBlocks(fromBytes bytes: Int) { navbus_map_memory_from(Int32(clamping: bytes)) }

    /// Returns all pages of freed memory to the system.
    public static func returnToSystem() { navbus_return_free_memory() }
}
