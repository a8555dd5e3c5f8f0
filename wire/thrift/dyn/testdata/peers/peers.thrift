enum E { A = 0, B = 1 }
union U { 1: i32 a, 2: string b, 3: E e }
exception X { 1: optional string m }
struct R { 1: required string s, 2: required i32 n, 3: required E e }
struct M {
  1: optional bool b, 2: optional i16 h, 3: optional i32 n, 4: optional i64 g, 5: optional string s, 6: optional E e,
  7: optional list<E> le, 8: optional map<string, E> ve, 9: optional set<i32> si, 10: optional U u,
  11: optional list<i16> lh, 12: optional list<i32> ln, 13: optional list<i64> lg, 14: optional list<bool> lb,
  15: optional R r, 16: optional set<E> se, 17: optional map<string, i32> m, 18: optional double d, 19: optional i32 z = 5
}
struct P { 1: i32 n, 2: string s, 3: E e, 4: list<i32> l, 5: bool b }
service S { string Get(1: i32 id) throws (1: X x), P Do(1: R r), void V() throws (1: X x), E En(), list<i32> L(), oneway void O(1: string m) }
