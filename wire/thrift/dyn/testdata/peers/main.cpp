// Plays the rows on its input to code that Apache's compiler generated for C++, and
// prints what became of each: see record.sh.
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <sstream>

#include <thrift/protocol/TBinaryProtocol.h>
#include <thrift/protocol/TCompactProtocol.h>
#include <thrift/transport/TBufferTransports.h>

#include "S.h"

using namespace apache::thrift;
using namespace apache::thrift::protocol;
using apache::thrift::transport::TMemoryBuffer;
using std::string;

using Parts = std::vector<string>;

string hex(const string& s) {
  string out;
  char digits[3];
  for (unsigned char c : s) {
    snprintf(digits, sizeof digits, "%02x", c);
    out += digits;
  }
  return out;
}

string unhex(const string& text) {
  string out;
  for (size_t i = 0; i + 1 < text.size(); i += 2) out += char(std::stoi(text.substr(i, 2), nullptr, 16));
  return out;
}

string join(const Parts& parts, const char* around) {
  string out(1, around[0]);
  for (size_t i = 0; i < parts.size(); i++) out += (i ? " " : "") + parts[i];
  return out + around[1];
}

// show prints a value: numbers of fields in order, text as hex, sets and maps sorted,
// and of P, in which absence says nothing, no zeros.
string show(bool v) { return v ? "true" : "false"; }
string show(int16_t v) { return std::to_string(v); }
string show(int32_t v) { return std::to_string(v); }
string show(int64_t v) { return std::to_string(v); }
string show(E::type v) { return std::to_string(int(v)); }
string show(const string& v) { return "s" + hex(v); }

string show(double v) {
  std::ostringstream out;
  out << v;
  return out.str();
}

template <class T> string show(const std::vector<T>& v) {
  Parts parts;
  for (size_t i = 0; i < v.size(); i++) parts.push_back(show(T(v[i])));
  return join(parts, "[]");
}

template <class T> string show(const std::set<T>& v) {
  Parts parts;
  for (const auto& x : v) parts.push_back(show(x));
  std::sort(parts.begin(), parts.end());
  return join(parts, "[]");
}

template <class T> string show(const std::map<string, T>& v) {
  Parts parts;
  for (const auto& x : v) parts.push_back(show(x.first) + ":" + show(x.second));
  std::sort(parts.begin(), parts.end());
  return join(parts, "{}");
}

template <class T> void field(Parts& parts, bool there, int number, const T& v) {
  if (there) parts.push_back(std::to_string(number) + ":" + show(v));
}

string show(const X& x) {
  Parts parts;
  field(parts, x.__isset.m, 1, x.m);
  return join(parts, "()");
}

string show(const U& u) {
  Parts parts;
  field(parts, u.__isset.a, 1, u.a);
  field(parts, u.__isset.b, 2, u.b);
  field(parts, u.__isset.e, 3, u.e);
  return join(parts, "()");
}

string show(const R& r) {
  Parts parts;
  field(parts, true, 1, r.s);
  field(parts, true, 2, r.n);
  field(parts, true, 3, r.e);
  return join(parts, "()");
}

string show(const P& p) {
  Parts parts;
  field(parts, p.n != 0, 1, p.n);
  field(parts, !p.s.empty(), 2, p.s);
  field(parts, p.e != E::A, 3, p.e);
  field(parts, !p.l.empty(), 4, p.l);
  field(parts, p.b, 5, p.b);
  return join(parts, "()");
}

string show(const M& m) {
  Parts parts;
  const auto& is = m.__isset;
  field(parts, is.b, 1, m.b);
  field(parts, is.h, 2, m.h);
  field(parts, is.n, 3, m.n);
  field(parts, is.g, 4, m.g);
  field(parts, is.s, 5, m.s);
  field(parts, is.e, 6, m.e);
  field(parts, is.le, 7, m.le);
  field(parts, is.ve, 8, m.ve);
  field(parts, is.si, 9, m.si);
  field(parts, is.u, 10, m.u);
  field(parts, is.lh, 11, m.lh);
  field(parts, is.ln, 12, m.ln);
  field(parts, is.lg, 13, m.lg);
  field(parts, is.lb, 14, m.lb);
  field(parts, is.r, 15, m.r);
  field(parts, is.se, 16, m.se);
  field(parts, is.m, 17, m.m);
  field(parts, is.d, 18, m.d);
  field(parts, is.z && m.z != 5, 19, m.z);
  return join(parts, "()");
}

struct Handler : SIf {
  string ran;
  void Get(string&, const int32_t id) override { ran = "Get(1:" + show(id) + ")"; }
  void Do(P&, const R& r) override { ran = "Do(1:" + show(r) + ")"; }
  void V() override { ran = "V()"; }
  E::type En() override {
    ran = "En()";
    return E::A;
  }
  void L(std::vector<int32_t>&) override { ran = "L()"; }
  void O(const string& m) override { ran = "O(1:" + show(m) + ")"; }
};

std::shared_ptr<TProtocol> speak(const string& name, std::shared_ptr<TMemoryBuffer> buffer) {
  if (name == "compact") return std::make_shared<TCompactProtocol>(buffer);
  return std::make_shared<TBinaryProtocol>(buffer);
}

template <class T> string read(TProtocol* in) {
  T v;
  v.read(in);
  return show(v);
}

// serve says what ran; or whether the server goes on, and whether it answered.
string serve(std::shared_ptr<TProtocol> in, std::shared_ptr<TProtocol> out, TMemoryBuffer& buffer) {
  auto handler = std::make_shared<Handler>();
  bool on = false;
  try {
    on = SProcessor(handler).process(in, out, nullptr);
  } catch (const TException&) {
  }
  bool answered = !buffer.getBufferAsString().empty();
  if (!handler->ran.empty()) return handler->ran + (answered ? "" : " and no reply");
  return string(on ? "error" : "closed") + (answered ? " answered" : " unanswered");
}

void write(const string& kind, std::shared_ptr<TProtocol> out) {
  if (kind == "wP") {
    P().write(out.get());
  } else if (kind == "wM5") {
    M m;
    m.__set_z(5);
    m.write(out.get());
  } else if (kind == "wU") {
    U().write(out.get());
  } else if (kind == "wR") {
    R().write(out.get());
  } else if (kind == "wO") {
    SClient(out).send_O("m");
  } else if (kind == "wGet") {
    SClient(out).send_Get(7);
  }
}

string receive(const string& kind, SClient client) try {
  if (kind == "get") {
    string v;
    client.recv_Get(v);
    return show(v);
  }
  if (kind == "do") {
    P v;
    client.recv_Do(v);
    return show(v);
  }
  if (kind == "l") {
    std::vector<int32_t> v;
    client.recv_L(v);
    return show(v);
  }
  if (kind == "en") return show(client.recv_En());
  client.recv_V();
  return "ok";
} catch (const X& x) {
  return "X" + show(x);
} catch (const TApplicationException& e) {
  return "error " + std::to_string(int(e.getType()));
}

string play(const string& name, const string& kind, const string& bytes) try {
  auto from = std::make_shared<TMemoryBuffer>((uint8_t*)bytes.data(), bytes.size(), TMemoryBuffer::COPY);
  auto to = std::make_shared<TMemoryBuffer>();
  auto in = speak(name, from), out = speak(name, to);
  if (kind == "M") return read<M>(in.get());
  if (kind == "R") return read<R>(in.get());
  if (kind == "P") return read<P>(in.get());
  if (kind == "U") return read<U>(in.get());
  if (kind == "serve") return serve(in, out, *to);
  if (kind[0] != 'w') return receive(kind, SClient(in, out));
  write(kind, out);
  return hex(to->getBufferAsString());
} catch (const TException&) {
  return "error";
} catch (const std::exception&) {
  return "crashed";
}

int main() {
  for (string line; getline(std::cin, line);) {
    std::istringstream words(line);
    string row, name, kind, bytes;
    words >> row >> name >> kind >> bytes;
    std::cout << row << " " << play(name, kind, unhex(bytes)) << "\n";
  }
}
