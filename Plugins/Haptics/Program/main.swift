import Haptics

HapticsProgram.run()
