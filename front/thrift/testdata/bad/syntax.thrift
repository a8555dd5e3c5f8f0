namespace go demo.bad
namespace "a" b // want "expected the language of the namespace, found \"a\""
include demo // want "expected the path of the file in quotes, found demo"
struct A {
  i32 a // want "a of struct A has no number"
  0: i32 b // want "a field of struct A has the number 0"
  -2: i32 c // want "a field of struct A has the number -2"
  32768: i32 d // want "the number 32768"
  5 i32 e // want "expected : after the number, found i32"
  6: f // want+1 "expected the name of the field, found 7"
  7: void g // want "expected a type, found void"
  8: list i32 h // want "expected < after list, found i32"
  9: list<i32 i // want "expected > after the type of the elements, found i"
  10: map<i32> j // want "expected , after the type of the keys, found >"
  11: i32 struct // want "expected the name of the field, found struct"
  12: i32 class // want "class is a word that Thrift's compiler keeps"
  13: i32 a.b // want "the name a.b has a dot"
  14: i32 k = // want+1 "expected a type, found :"
  15: i32 l = 1
  16: i32 m = [1, 2 // want+1 "expected a value, found :"
  17: i32 n
}
strict B {} // want "expected a definition, found strict"
struct { // want "expected the name of the struct, found {"
  1: i32 a
}
struct C { 1: i32 a };  // want "expected a definition, found ;"
enum D {
  A = , // want "expected the number of A, found ,"
  B = 99999999999999999999 // want "99999999999999999999 is too large"
  C = 2147483647
  E // want "E would have a number above 2147483647" "demo.bad.D.E has the number 2147483648"
  "F" // want "expected the name of the enum value, found \"F\""
}
include "late.thrift" // want "include stands below the first definition" "the include late was not found"
service S {
  void f( // want+1 "expected a type, found ."
  1: ),
  g() // want "expected the name of the method, found ."
  oneway i32 h() // want "h is oneway and has a result"
  void i(1: i32 a) throws 1 // want "expected . after throws, found 1"
}
const i32 X 1 // want "expected = after the name of the constant, found 1"
const i32 Y = {1 2} // want "expected : after the key, found 2"
const i32 Z = @ // want "\"@\" has no meaning here"
struct F {
  1: i32 a ( // want+1 "expected the name of an annotation, found \"b\""
   "b")
  2: i32 b (c = d) // want "expected the value of c in quotes, found d"
  3: i32 d (rpcctl.tpye = "int32") // want "d has the unknown annotation rpcctl.tpye"
  4: i32 e (rpcctl.type = "list(") // want "rpcctl.type of e is not a type of the contract language"
  5: i32 f (rpcctl.min = "x") // want "rpcctl.min of f is not a number"
  6: i32 g (deprecated, deprecated = "a") // want "deprecated stands twice on g"
} (rpcctl.reserved = "a b", // want "rpcctl.reserved of F is not numbers, ranges and names"
  rpcctl.oneof = "x") // want "F has the unknown annotation rpcctl.oneof"
struct G {
  1: i32 a
struct H { // want "} is missing: struct G is open where this struct begins"
  1: i32 a // want+2 "} is missing: struct H is open at the end of the file"
  2: list<i32) b // want "expected > after the type of the elements, found ."
