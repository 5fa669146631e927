"""C and C++, one family: what each file says, how its names are found, what runs by itself."""
