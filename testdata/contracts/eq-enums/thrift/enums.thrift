// Enums, open ones, with a number below zero.
namespace rpcctl eq.enums (rpcctl.wires = "frame")

# Color is what people see.
enum Color {
  COLOR_UNKNOWN
  /** As in fire. */
  COLOR_RED
  COLOR_BLUE = 0x5;
  COLOR_DARK = -1
}

typedef list<Color> Colors

struct Paint {
  1: Color color
  2: Colors colors
}
