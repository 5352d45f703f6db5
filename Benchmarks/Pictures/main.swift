import NavigationEvents
import Pictures

let renderer = PictureRenderer(style: PictureStyle())
print("sign, PNG bytes: \((try? renderer.png(Picture(Sign(.turn(.right)))).count) ?? 0)")
