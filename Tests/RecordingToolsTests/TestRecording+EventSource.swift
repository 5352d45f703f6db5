package import NavigationEvents
import TestSupport

@testable package import RecordingTools

extension TestRecording: EventSource {
    package func events(of topics: Set<Topic>) -> any EventCursor {
        ListCursor(events.filter { topics.contains($0.event.topic) })
    }
}
