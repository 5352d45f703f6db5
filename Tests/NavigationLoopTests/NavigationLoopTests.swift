import Testing

@testable import NavigationLoop
