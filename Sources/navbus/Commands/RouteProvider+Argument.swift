public import ArgumentParser
public import Routes

extension RouteProvider: ExpressibleByArgument {}
