/// How early announcements come: section `[guidance]`, key `timing`.
enum GuidanceTiming: String, CaseIterable {
    case early, normal, late

    /// The factor of the distances at which announcements are due.
    var factor: Double {
        switch self {
        case .early: 1.5
        case .normal: 1
        case .late: 0.7
        }
    }
}
