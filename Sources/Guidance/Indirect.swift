/// A value that is kept outside of its owner: rarely used, it is not copied when its owner is.
indirect enum Indirect<Value> {
    case value(Value)

    var value: Value {
        get {
            switch self {
            case .value(let value): value
            }
        }
        set { self = .value(newValue) }
    }
}

extension Indirect: Sendable where Value: Sendable {}
