/// The way in which the executable of a control gets its events: `protocol` in the manifest.
public enum ControlProtocol: String, Sendable, Hashable, CaseIterable {
    /// It joins the bus itself, by the contract.
    case contract
    /// It reads events as lines of JSON; `navbus-jsonl` joins the bus for it.
    case jsonl
}
