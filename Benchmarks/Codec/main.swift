print("codec")
