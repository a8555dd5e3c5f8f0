namespace go demo.meaning
include "nowhere.thrift" // want "import-missing: the include nowhere was not found"
exception Ex { 1: string why }
union U { 1: required i32 a = 1 // want "a of union U is required, which the compiler ignores" "the default of a is kept as the option"
  2: i32 b }
senum Old { "a", "b" } // want "senum is no word of Thrift any more: Old is a string"
enum Color { RED, GREEN }
enum Color { BLUE } // want "demo.meaning.Color is defined twice"
typedef A B // want "the typedef B leads back to itself"
typedef B A
typedef Unknwon Typo // want "the typedef Typo is of the unknown type Unknwon"
typedef i32 Ex // want "Ex is defined twice"
struct Types {
  1: Ex a // want "demo.meaning.Types.a uses demo.meaning.Ex, which is no message or enum"
  2: Missing b // want "demo.meaning.Types.b uses the unknown type Missing"
  3: nowhere.Thing c // ok
  4: map<Color, string> d // want "the keys of this map are of the enum Color, and are read as int32"
  5: map<U, string> e // want "demo.meaning.Types.e has a map with keys of type demo.meaning.U"
  6: map<list<i32>, string> f // want "demo.meaning.Types.f has a map with keys of type list.int32."
  7: map<double, string> g // want "has a map with keys of type float64"
  8: Old h
  9: slist i // want "slist is no type of Thrift any more"
  9: i32 j // want "demo.meaning.Types.j has the number 9, which is demo.meaning.Types.i's"
  10: i32 a // want "demo.meaning.Types.a is defined twice"
  11: list<i32> cpp_type "x" k // want "cpp_type changes nothing here"
  12: i32 l xsd_nillable // want "xsd_nillable changes nothing here"
}
struct Values {
  1: i32 a = "s" // want "the default of demo.meaning.Values.a does not fit int32: want a number"
  2: bool b = 1.5 // want "does not fit bool"
  3: string c = 5 // want "does not fit string"
  4: i8 d = 500 // want "it must be -128 to 127"
  5: Color e = RED // want "no constant is called RED"
  6: Color f = Color.RAD // want "Color has no value RAD"
  7: Color g = 7 // want "Color has no value with the number 7"
  8: i32 h = LIMT // want "no constant is called LIMT"
  9: i32 i = Colour.RED // want "no constant and no enum value is called Colour.RED"
  10: list<i32> j = [1, 2] // want "the default of j is kept as the option thrift.default alone"
  11: i32 k = LOOP // ok
  12: map<string, i32> l = {"a": 1, "a": 2} // want "the key a stands twice" "the default of l is kept"
}
const i32 LIMIT = 1
const i32 LOOP = LOOP2 // want "the constant LOOP2 has itself for a value"
const i32 LOOP2 = LOOP
const list<i32> WRONG = [1, "a"] // want "the value of demo.meaning.WRONG does not fit list.int32.: element 2: want a number"
const U STRUCT = {"c": 1} // want "U has no field c"
const map<i32, i32> KEYS = {"a": 1} // want "does not fit map.int32, int32."
service Base { void ping() }
service S extends Bse { // want "demo.meaning.S extends the unknown service Bse"
  void f() throws (1: U u) // want "f throws U, which is no exception"
  void g() throws (1: i32 i) // want "g throws a int32, which is no exception"
  void h() throws (1: Ex a, 2: Ex b) // want "declares demo.meaning.Ex twice"
  oneway void i() throws (1: Ex a) // want "i is oneway and throws"
  void f() // want "demo.meaning.S.f is defined twice"
  async void j() // want "async is called oneway now"
}
struct Loop { 1: Loop again } // want "a value of demo.meaning.Loop can never end"
struct list2 {}
struct stream {} // want "demo.meaning.stream has the name of a type"
