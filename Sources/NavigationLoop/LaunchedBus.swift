package import NavigationEvents

/// The bus of a process that the launcher starts.
package protocol LaunchedBus: Sendable {
    /// Binds the sockets, and resumes after a killed bus. The controls connect now; the drive has not begun.
    ///
    /// - Parameters:
    ///   - plan: The plan, which is checked.
    ///   - launcher: The process that starts the controls.
    /// - Throws: ``LoopError`` if the plan cannot be carried out, and errors of the bus.
    static func open(_ plan: LoopPlan, launcher: Int32) async throws -> Self
    /// Begins the drive: the controls are ready.
    func begin() async
    /// Records the state of the process of a control.
    func note(control: ControlStatus) async
    /// Records the state of a process that only observes.
    func note(observer: ControlStatus) async
    /// Ends the bus for an intended end: nothing is left to resume.
    func end() async
}
