package "demo.UserData" {} # want "package demo.UserData is not lower_snake_case"
