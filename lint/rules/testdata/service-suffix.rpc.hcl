package "demo.suffix" {}

service "Users" {} # want "service demo.suffix.Users does not end in Service"

service "UsersService" {} # ok
