package "a.b" {
  verison = "1.0.0"  # want "package a.b has no attribute verison"
  wires   = [frame, "thrift", frame] # want "wires of package a.b is no name" "frame stands twice in wires of package a.b"
  option  = 1        # want "package a.b has no attribute option"
  was     = [1, ""]  # want "was of package a.b is no name" "was of package a.b is no name"
  wires "x" {        # want "package a.b has no block wires"
  }
}

version = 1 # want "the file has no attribute version"

import "c" { # want "import c has no source"
}

import "c" { # want "import c is written twice"
  source = "x"
}

import "d" {
  source = x # want "source of import d is no string"
  as     = 1 # want "import d has no attribute as"
}

mesage "M" { # want "the file has no block mesage"
}

service { # want "service has no label: it is a name"
}

service "A" "B" { # want "service has a label too many"
}

service "S" {
  id         = -1            # want "id of service S is out of range"
  doc        = 1             # want "doc of service S is no string"
  deprecated = 7             # want "deprecated of service S is neither a reason nor true"
  extends    = "Other"       # want "extends of service S is no name"
  wires      = frame         # want "wires of service S is no list"

  wire "thrift" {
    service = mathService # want "service of service S is no string"
    nested { # want "wire of S.thrift has no block nested"
    }
  }

  wire "thrift" { # want "service S says wire \"thrift\" twice"
  }

  wire { # want "wire has no label: it is the name of a wire"
  }

  metod "x" { # want "service S has no block metod"
  }
}

# Documented.
message "Doc" {
  doc = "twice" # want "message Doc has a comment above it and a doc"
}

const "C" { # want "const C has no type" "const C has no value"
}

const "D" {
  type  = "int32" # want "the type of const D is no type"
  value = 1 + 2   # want "value of const D is no literal"
}

error "E" { # want "error E has no code"
}

error "F" {
  code = 4294967296 # want "code of error F is out of range"
}

error "G" {
  code = 1.5 # want "code of error G is no whole number"
}

error "H" {
  code = field(1, int32) # want "the field code of error H has the name of what the element itself has"
}
