public import ArgumentParser
public import EventBus

extension EventTransport: ExpressibleByArgument {}
