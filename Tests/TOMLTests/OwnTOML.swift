@testable import TOML

// Our own nouns where TOMLKit, which has the same ones, is imported too.
typealias OwnTOMLTable = TOMLTable
typealias OwnTOMLValue = TOMLValue
