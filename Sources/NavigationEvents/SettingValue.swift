/// A value of a control's settings.
public enum SettingValue: Sendable, Hashable {
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case text(String)
    case list([String])
}
