@testable import Supervisor

// Our own nouns where TOMLKit, which has the same ones, is imported too. (`Supervisor.` would name the actor.)
typealias OwnTOMLTable = TOMLTable
typealias OwnTOMLValue = TOMLValue
