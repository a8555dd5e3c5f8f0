/**
 * Everything that the language has.
 *
 *   Indented.
 */
namespace rpcctl demo.everything (rpcctl.version = "0.3.0", rpcctl.wires = "thrift, thrift-compact", rpcctl.was = "demo.all")
namespace java com.example.everything
namespace * everything

typedef i64 UserId
typedef list<UserId> UserIds
typedef map<string, UserIds> Groups;

/** Color may get further names. */
enum Color {
  UNKNOWN,
  /** Red as in fire. */
  RED = 5 (deprecated = "use CRIMSON", html = "#f00"),
  CRIMSON; // a comment at the end of a line is no documentation
  DARK = -1
  HEX = 0x10
} (rpcctl.closed, rpcctl.reserved = "7, 20-29, OLD, -5--3", free = "yes")

const i32 LIMIT = 100
const i64 BIG = 0x7FFFFFFF;
const double HALF = .5e0
const double MANY = 1e30,
const string GREETING = 'hello, "world"\n\t\\'
const binary RAW = "abc"
const bool YES = 1
const bool NO = false
const Color FIRST = Color.RED
const Color BY_NUMBER = 6
const i32 OF_ENUM = Color.HEX
const list<i32> NUMBERS = [1, LIMIT; 3 4]
const set<string> NAMES = ["a", 'b']
const map<string, list<i32>> TABLE = {"a": [1, 2], "b": []}
const map<i32, string> BY_KEY = {1: "one", 2: "two"}
const map<bool, i16> FLAGS = {true: 1, false: 0}

/** Point is a place. */
struct Point {
  1: required double x,
  2: double y = 0.25;
  3: optional string label = "here" (rpcctl.json = "Label", rpcctl.max_len = "80", rpcctl.pattern = "[a-z]+")
}

const Point ORIGIN = {"x": 0, "label": "origin"}

struct Scalars {
  1: bool flag = true
  2: byte small = -5
  3: i8 eight
  4: i16 sixteen
  5: i32 thirty_two = LIMIT
  6: i64 sixty_four
  7: double real = 1
  8: string text = "a\"b"
  9: binary data = "hi"
  10: Color color = Color.CRIMSON
  11: Point point
  12: UserId user
  # the unsigned ones
  13: i16 u8 (rpcctl.type = "uint8")
  14: i64 u64 (rpcctl.type = "uint64", rpcctl.default = "18446744073709551615")
  15: double f32 (rpcctl.type = "float32", rpcctl.default = "inf")
  16: list<i32> three (rpcctl.type = "list(int32, 3)")
  17: i32 bounded (rpcctl.min = "-1", rpcctl.max = "10", rpcctl.encoding = "zigzag")
  18: i32 old (rpcctl.retired = "use bounded")
  19: string from_ (rpcctl.name = "from", rpcctl.was = "sender, origin")
}

struct Containers {
  1: list<string> words
  2: set<i32> numbers
  3: map<string, Point> places
  4: UserIds users
  5: Groups groups
  6: list<map<i32, list<Color>>> deep
  7: list<string> tags = ["a", "b"]
  8: list<string> none = []
  9: Point at = {"x": 1.5}
  10: list<bool> flags (rpcctl.packed = "true")
}

union Choice {
  1: i32 number
  2: string text (deprecated)
  3: Point point
} (rpcctl.oneof = "body", rpcctl.stored)

struct Mixed {
  1: i32 before
  2: optional i32 number (rpcctl.oneof = "body")
  3: optional string text (rpcctl.oneof = "body")
  4: i32 after
} (rpcctl.reserved = "8, 10-19, theme")

struct Outer_Inner {
  1: optional Outer_Inner more
} (rpcctl.name = "Outer.Inner")

struct Outer {
  1: Outer_Inner inner
}

struct Empty {}

/** TooMany says how many are allowed. */
exception TooMany {
  1: i32 limit
  2: optional string what
} (rpcctl.code = "2001")

exception Gone {
}

service Base {
  void ping()
} (rpcctl.id = "1")

/** All has each shape of a method. */
service All extends Base {
  /** Echo says it back. */
  Point echo(1: Point at, 2: optional i32 times = 1, 7: required string why) throws (1: TooMany a, 4: Gone b) (rpcctl.id = "2", rpcctl.timeout = "1.5s", rpcctl.idempotent, rpcctl.compress = "gzip")
  oneway void tell(1: string text);
  i64 size() (rpcctl.returns = "uint32"),
  string find(1: i32 id) (rpcctl.returns = "optional(string)", deprecated = "use echo")
  map<string, i32> counts(
    /** whose */
    1: UserId user,
    2: Choice choice)
} (rpcctl.id = "2", rpcctl.wires = "thrift", rpcctl.on.thrift.service = "all", rpcctl.on.thrift.transport = "buffered")
