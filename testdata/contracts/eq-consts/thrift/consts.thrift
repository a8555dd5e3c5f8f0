/** Constants. */
namespace rpcctl eq.consts (rpcctl.wires = "frame")

enum Color { RED, BLUE }

/** LIMIT is how many there are. */
const i32 LIMIT = 0x64;
const double HALF = .5e0
const string GREETING = 'hello, "world"\n'
const bool YES = 1
const Color FIRST = Color.BLUE
