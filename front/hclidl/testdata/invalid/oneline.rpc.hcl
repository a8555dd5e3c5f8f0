package "oneline" { version = "1", wires = [frame] } # want "a block on one line holds one attribute and no block"

message "M" { reserved { ids = ["1"] } } # want "a block on one line holds one attribute and no block"
