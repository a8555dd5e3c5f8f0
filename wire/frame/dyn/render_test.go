package dyn

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"github.com/rpcctl/rpcctl/schema"
)

// jsonOf gives a dynamic value the JSON text that the vectors have.
func jsonOf(v any) string {
	switch v := v.(type) {
	case bool:
		return strconv.FormatBool(v)
	case int64:
		return strconv.FormatInt(v, 10)
	case uint64:
		return strconv.FormatUint(v, 10)
	case float64:
		return jsonFloat(v)
	case string:
		return jsonText(v)
	case []byte:
		return jsonText(hex.EncodeToString(v))
	case []any:
		texts := make([]string, len(v))
		for i, item := range v {
			texts[i] = jsonOf(item)
		}
		return "[" + strings.Join(texts, ",") + "]"
	case []schema.Entry:
		texts := make([]string, len(v))
		for i, e := range v {
			texts[i] = "[" + jsonOf(e.Key) + "," + jsonOf(e.Value) + "]"
		}
		return "[" + strings.Join(texts, ",") + "]"
	case schema.Record:
		var texts []string
		for _, n := range sortedKeys(v) {
			texts = append(texts, fmt.Sprintf("%q:%s", strconv.Itoa(n), jsonOf(v[n])))
		}
		return "{" + strings.Join(texts, ",") + "}"
	}
	panic(fmt.Sprintf("%T is no dynamic value", v))
}
