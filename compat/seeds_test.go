package compat

import (
	"testing"

	"github.com/rpcctl/rpcctl/diff"
)

// seeds are cases that a table was once wrong about.
var seeds = []struct {
	wire string // and a peer, where it isn't the one that verdicts count
	seed uint64
	why  string
}{
	{"frame", 2008315, "a message that isn't set is written without its fields, and a reader fills in a default"},
	{"frame", 2010575, "the same in data"},
	{"frame", 2044376, "the same on a way that goes through the same message twice"},
	{"frame", 2009084, "a one-way call of a method that streams is refused"},
	{"frame", 49290, "a result that is skipped as a retired field of another is lost"},
	{"frame", 64067, "a retired field that can't be read hides a number that is taken for another"},
	{"frame", 473984, "an absent value is the first to try"},
	{"frame", 557202, "an empty message that never arrives has nothing to lose"},
	{"frame-v1", 2003402, "lists of empty messages differ in how many they are"},
	{"frame-v1", 2083854, "the same in a param"},
	{"frame-v1", 2015522, "a map's value that can't be read hides its key"},
	{"frame-v1", 2039864, "a reader takes a retired member of a oneof"},
	{"frame-v1", 2051204, "the same in a message that is a param"},
	{"frame-v1", 2048780, "the zero of a retired message changes inside it"},
	{"frame-v1", 2070441, "the number of a removed member is another member's"},
	{"frame-v1", 2096936, "the same after a swap"},
	{"frame-v1", 3009092, "the zero of a retired message holds no enum's value"},
	{"frame-v1", 3027405, "a member is skipped under the number of another that is retired"},
	{"rpch", 3029932, "an empty message that came in the place of another"},
	{"rpch", 53459, "the zero of a retired message that the reader refuses"},
	{"frame-v1", 83305, "what a message of zeros is as a message of values"},
	{"frame-v1", 4485, "a message that holds itself often enough is as long as a number"},
	{"frame-v1", 23947, "another method takes a string for its own params"},
	{"frame-v1", 37339, "elements without bytes are counted"},
	{"frame-v1", 83710, "a set is read as a list, one element later"},
	{"frame-v1", 9459, "the third key of a map is a count"},
	{"frame-v1", 62821, "a list of enums that isn't set is zero"},
	{"frame-v1", 82212, "a retired field takes the zeros of a oneof"},
	{"frame-v1", 2504, "a retired field skips what another one left"},
	{"frame-v1", 18673, "a retired field skips two others"},
	{"frame-v1", 64353, "the zero of one message is the absence of another's field"},
	{"rpch", 3070, "a member that another one overwrites has nothing to lose"},
	{"rpch", 3024298, "a oneof that is never unset, as a key is always written"},
	{"rpch", 2006111, "the same beside an enum"},
	{"rpch", 2005792, "what an optional message loses where its partner is always there"},
	{"rpch", 2005102, "a place that lies deep"},
	{"rpch", 2007876, "a message that holds itself, read as one that doesn't"},
	{"rpch", 2015661, "lists in lists in lists"},
	{"rpch", 315075, "a key that nobody reads hides what its value's type would be refused for"},
	{"rpch", 271315, "a retired member is a key in a map that an empty message is read as"},
	{"rpch", 552906, "what a list of messages of fixed length loses is what its elements lose"},
	{"rpch", 578033, "a message of empty messages has no value but its zero"},
	{"rpch", 600427, "a list of empty messages isn't an empty set"},
	{"rpch", 856545, "an empty message is lost, and zeros that nobody sent are found in its place"},
	{"rpch", 682047, "a place that lies deep below the one that changed"},
	{"rpch", 865308, "a place that lies deep, beside another one"},
	{"rpch", 248223, "an error that is short enough with one of its lists' elements"},
	{"rpch", 446515, "the same with lists as long as the reader's"},
	{"rpch", 752215, "the same with two members of a oneof"},
	{"rpch", 58455, "an error that is too long for what would be lost"},
	{"rpch", 1542, "arguments that change places and are empty"},
	{"rpch", 102859, "the same where one side has fields"},
	{"rpch", 901393, "an argument in the place of one that is retired"},
	{"rpch", 7017850, "a key that differs in case alone, of an empty message"},
	{"rpch", 7017761, "an error of two methods, of which one has shown what is carried"},
	{"rpch", 81108, "the zero of a retired argument that no reader refuses"},
	{"frame", 365098, "a message that holds itself until its bytes come out even"},
	{"frame", 361872, "the same by way of another"},
	{"frame", 321565, "a number of one bit, which is a length where it is read"},
	{"frame", 211278, "a number whose halves all differ"},
	{"frame", 74002, "a value that lies six levels deep"},
	{"frame", 102339, "places that moved, with nothing to show for it"},
	{"frame", 2915, "the same around a retired oneof"},
	{"frame-v1", 197164, "a retired message in the zero of another"},
	{"frame-v1", 433645, "the zeros of a result whose fields are all retired"},
	{"frame-v1", 729108, "what is absent from a zero holds nothing"},
	{"frame-v1", 633475, "a way that shows nothing, to where another would"},
	{"frame-v1", 254298, "the zero of a retired message whose type changed, in another's"},
	{"frame-v1", 300528, "a key that is longer than the one before it"},
	{"frame-v1", 12256, "a count that comes out even after many steps"},
	{"prpc", 15930, "numbers that moved up by one, of fields that can be read as each other"},
	{"prpc", 1035339, "packed bools that are a message where they are read"},
	{"prpc", 1094113, "two texts that are a message where they are read"},
	{"prpc", 2012037, "a message that holds itself, read as a list of two texts"},
	{"prpc", 2025330, "a message that lost its field, as the only param that is no longer the request"},
	{"prpc", 2096697, "a message read as a list of two others"},
	{"prpc/java", 14896, "a field that nothing refers to is gone"},
	{"prpc/java", 19273, "what an error loses that lies three levels deep"},
	{"prpc/cpp", 19273, "the same"},
	{"prpc/java", 20797, "the default of the only field of a response"},
	{"prpc/java", 33398, "what a group holds that can't be written"},
	{"prpc/java", 40023, "what an error can't lose, as not even its own side gets it"},
	{"prpc/java", 45632, "a message that is one group has no bytes"},
	{"prpc/java", 54866, "an enum that is always there, where one is required"},
	{"prpc/java", 58997, "the same in data"},
	{"prpc/java", 70280, "a list of fixed length that is made up without elements"},
	{"prpc/java", 92609, "the same in params"},
	{"prpc/cpp", 34496, "a list whose only value has no name"},
	{"prpc/cpp", 41557, "a request that lacks what its reader requires"},
	{"prpc/cpp", 81955, "the same where its only param is retired"},
	{"thrift", 62, "a required param under another number is never there"},
	{"thrift", 402, "the same of another form"},
	{"thrift", 1098, "the same in an error"},
	{"thrift", 1361, "a union's only member is always there"},
	{"thrift", 1020262, "a union that can't be without lists of itself"},
	{"thrift", 8059, "a number whose second byte is a form, and the rest a field of it"},
	{"thrift/java", 17062, "a plain struct is null in Java, so that what it lacks isn't missed"},
	{"thrift-compact", 91538, "what is read as something else holds the field that is required"},
	{"thrift-compact", 868, "a required field under another number"},
}

// TestSeeds proves those cases again.
func TestSeeds(t *testing.T) {
	for _, x := range seeds {
		for _, s := range subjects() {
			if x.wire != s.wire+"/"+s.peer.Name() && (x.wire != s.wire || !s.counted()) {
				continue
			}
			c, ok := drawCase(x.seed, s.wire)
			if !ok {
				t.Errorf("%s, seed %d doesn't link", x.wire, x.seed)
				continue
			}
			count := &tally{hits: map[diff.Kind]int{}}
			for _, f := range count.prove(c, tableOf(s.wire), s.peer) {
				t.Errorf("%s, seed %d (%s): %v: %s", x.wire, x.seed, x.why, c.edits, f)
			}
		}
	}
}
