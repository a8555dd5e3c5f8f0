package "bench" {
  wires = [frame, rpch]
}

# Calls is what the benchmark calls.
service "Calls" {
  id = 1

  # Add returns a + b.
  method "Add" {
    id      = 1
    params  = { a = int32, b = int32 }
    returns = int32
    timeout = "30s"
  }

  # Text returns its argument.
  method "Text" {
    id      = 2
    params  = { text = string }
    returns = string
    timeout = "30s"
  }
}

# Blobs is what frame alone can carry.
service "Blobs" {
  id    = 2
  wires = [frame]

  # Echo returns its argument.
  method "Echo" {
    id      = 1
    params  = { data = bytes }
    returns = bytes
    timeout = "30s"
  }
}
