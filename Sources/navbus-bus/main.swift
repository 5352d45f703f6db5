import NavigationLoop

