/**
 * Documentation.
 *
 * In several paragraphs.
 */
namespace rpcctl eq.docs (rpcctl.wires = "frame")

/**
 * A message with
 * two lines.
 */
struct Documented {
  /**
   * a is the first
   */
  1: i32 a,
  /** b has "quotes" and a \ backslash. */
  2: string b,
}

/** A service. */
service Reads {
  /**
   * Read reads.
   *
   * It is slow.
   */
  Documented Read(1: Documented request),
}
