import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.*;
import org.apache.thrift.*;
import org.apache.thrift.meta_data.FieldMetaData;
import org.apache.thrift.protocol.*;
import org.apache.thrift.transport.*;

/**
 * Plays the rows on its input to code that Apache's compiler generated for Java, and prints what
 * became of each: see record.sh.
 */
@SuppressWarnings({"unchecked", "rawtypes"})
public class Main {
  public static void main(String[] args) throws Exception {
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    for (String line; (line = in.readLine()) != null; ) {
      String[] words = line.trim().split(" ");
      byte[] b = words.length > 3 ? HexFormat.of().parseHex(words[3]) : new byte[0];
      System.out.println(words[0] + " " + play(words[1], words[2], b));
    }
  }

  static TProtocol protocol(String name, TTransport t) {
    return name.equals("compact") ? new TCompactProtocol(t) : new TBinaryProtocol(t);
  }

  static String play(String name, String kind, byte[] b) {
    try {
      TProtocol in = protocol(name, new TMemoryInputTransport(b));
      TMemoryBuffer buffer = new TMemoryBuffer(100);
      TProtocol out = protocol(name, buffer);
      TBase struct =
          switch (kind) {
            case "M" -> new M();
            case "R" -> new R();
            case "P" -> new P();
            case "U" -> new U();
            default -> null;
          };
      if (struct != null) {
        struct.read(in);
        return show(struct);
      }
      if (kind.equals("serve")) {
        return serve(in, out, buffer);
      }
      if (kind.startsWith("w")) {
        write(kind, out);
        return HexFormat.of().formatHex(buffer.getArray(), 0, buffer.length());
      }
      return receive(kind, new S.Client(in, out));
    } catch (TException e) {
      return "error";
    } catch (RuntimeException e) {
      return "crashed";
    }
  }

  static class Handler implements S.Iface {
    String ran = "";

    public String Get(int id) {
      ran = "Get(1:" + id + ")";
      return "";
    }

    public P Do(R r) {
      ran = "Do(1:" + show(r) + ")";
      return new P();
    }

    public void V() {
      ran = "V()";
    }

    public E En() {
      ran = "En()";
      return E.A;
    }

    public List<Integer> L() {
      ran = "L()";
      return new ArrayList<>();
    }

    public void O(String m) {
      ran = "O(1:" + show(m) + ")";
    }
  }

  /** Says what ran; or whether the server goes on, and whether it answered. */
  static String serve(TProtocol in, TProtocol out, TMemoryBuffer buffer) {
    Handler h = new Handler();
    String mode = "error";
    try {
      new S.Processor<>(h).process(in, out);
    } catch (TException e) {
      mode = "closed";
    }
    if (!h.ran.isEmpty()) {
      return h.ran + (buffer.length() == 0 ? " and no reply" : "");
    }
    return mode + (buffer.length() > 0 ? " answered" : " unanswered");
  }

  static void write(String kind, TProtocol out) throws TException {
    switch (kind) {
      case "wP" -> new P().write(out);
      case "wM5" -> new M().setZ(5).write(out);
      case "wU" -> new U().write(out);
      case "wR" -> new R().write(out);
      case "wO" -> new S.Client(out).send_O("m");
      case "wGet" -> new S.Client(out).send_Get(7);
      default -> throw new IllegalArgumentException(kind);
    }
  }

  static String receive(String kind, S.Client client) throws TException {
    try {
      switch (kind) {
        case "get":
          return show(client.Get(1));
        case "do":
          return show(client.Do(new R("", 0, E.A)));
        case "en":
          return show(client.En());
        case "l":
          return show(client.L());
        case "v":
          client.V();
          return "ok";
        default:
          throw new IllegalArgumentException(kind);
      }
    } catch (X x) {
      return "X" + show(x);
    } catch (TApplicationException e) {
      return "error " + e.getType();
    }
  }

  /**
   * Prints a value: numbers of fields in order, text as hex, sets and maps sorted, and of P, in
   * which absence says nothing, no zeros.
   */
  static String show(Object v) {
    if (v instanceof TUnion u) {
      return u.isSet() ? "(" + u.getSetField().getThriftFieldId() + ":" + show(u.getFieldValue()) + ")" : "()";
    }
    if (v instanceof TBase b) {
      TreeMap<Short, String> fields = new TreeMap<>();
      for (Object key : FieldMetaData.getStructMetaDataMap(b.getClass()).keySet()) {
        TFieldIdEnum f = (TFieldIdEnum) key;
        Object x = b.getFieldValue(f);
        boolean isDefault = v instanceof M && f.getThriftFieldId() == 19 && x.equals(5);
        if (b.isSet(f) && x != null && !isDefault && !(v instanceof P && zero(x))) {
          fields.put(f.getThriftFieldId(), f.getThriftFieldId() + ":" + show(x));
        }
      }
      return "(" + String.join(" ", fields.values()) + ")";
    }
    if (v instanceof TEnum e) {
      return String.valueOf(e.getValue());
    }
    if (v instanceof String s) {
      return "s" + HexFormat.of().formatHex(s.getBytes(StandardCharsets.UTF_8));
    }
    if (v instanceof Collection<?> items) {
      List<String> parts = new ArrayList<>();
      items.forEach(x -> parts.add(show(x)));
      if (v instanceof Set) {
        Collections.sort(parts);
      }
      return "[" + String.join(" ", parts) + "]";
    }
    if (v instanceof Map<?, ?> m) {
      TreeSet<String> parts = new TreeSet<>();
      m.forEach((k, x) -> parts.add(show(k) + ":" + show(x)));
      return "{" + String.join(" ", parts) + "}";
    }
    return String.valueOf(v);
  }

  static boolean zero(Object v) {
    return v.equals(0) || v.equals("") || v.equals(false) || v == E.A || v instanceof List<?> l && l.isEmpty();
  }
}
