package proto

import (
	"github.com/rpcctl/rpcctl/schema"
)

// checkLinked checks what needs the meaning of names: what a field may say
// depends on its type.
func (f *file) checkLinked(l *linker) {
	for _, d := range f.imports {
		if d.target != nil && d.target.lite && !f.lite {
			f.errorf(d.at, "", "the file imports "+quoted(d.path)+", which is for the lite runtime, and is not itself").Help = "say option optimize_for = LITE_RUNTIME; in both or none"
		}
	}
	if o := (&holder{options: f.fileOptions()}).find("java_string_check_utf8"); o != nil && f.syntax == editions {
		f.errorf(o.span, f.pkg, "editions have no java_string_check_utf8").Help = "use features.(pb.java).utf8_validation"
	}
	if f.syntax == editions && f.features.presence == "LEGACY_REQUIRED" {
		f.errorf(f.part.Options[0].Span, f.pkg, "the file makes all fields required").Help = "say LEGACY_REQUIRED at the fields"
	}
	for _, m := range f.messages {
		f.checkDeclarations(m)
		for _, x := range m.fields {
			f.checkLinkedField(x)
		}
	}
	for _, x := range f.extensions {
		f.checkLinkedField(x)
		f.checkExtension(x)
	}
}

func (f *file) fileOptions() []*option {
	for _, h := range f.holders {
		if h.kind == "file" {
			return h.options
		}
	}
	return nil
}

func (f *file) checkLinkedField(x *field) {
	f.setPacked(x)
	if x.enum != nil && x.enum.e.Closed && x.word == "enum" && x.label != repeated && !x.tracked() {
		d := f.errorf(x.f.Type.Span, x.full(), "field "+x.full()+" does not track presence, and its enum "+x.enum.full+" is closed")
		also(d, x.enum.full+" is here", x.enum.e.NameSpan)
		d.Help = "make the field optional, or the enum open"
	}
	if o := x.holder.find("default"); o != nil && f.syntax == editions && x.label != repeated && x.message == nil && !x.tracked() {
		f.errorf(o.span, x.full(), "field "+x.full()+" has a default and does not track presence").Help = "take the default out: absent is zero"
	}
	isMessage := x.word == "message" && !x.delimited() || x.word == "map"
	for _, name := range []string{"lazy", "unverified_lazy"} {
		if o := x.holder.find(name); o != nil && o.value.Text == "true" && !isMessage {
			f.errorf(o.span, x.full(), "field "+x.full()+" is "+name+", which messages alone can be").Help = "take it out"
		}
	}
	if o := x.holder.find("jstype"); o != nil && o.value.Text != "JS_NORMAL" {
		switch s := scalars[x.word]; s.kind {
		case schema.KindInt64, schema.KindUint64:
		default:
			f.errorf(o.span, x.full(), "field "+x.full()+" has a jstype, which 64-bit integers alone can have").Help = "take it out"
		}
	}
	if o := x.holder.find("ctype"); o != nil && f.syntax == editions {
		if x.word != "string" && x.word != "bytes" {
			f.errorf(o.span, x.full(), "field "+x.full()+" has a ctype, which strings and bytes alone can have").Help = "take it out"
		} else if o.value.Text == "CORD" && x.extension() {
			f.errorf(o.span, x.full(), "extension "+x.full()+" has the ctype CORD").Help = "take it out"
		}
	}
	if f.syntax == editions {
		f.checkFieldFeatures(x)
	}
}

func packable(x *field) bool {
	switch x.word {
	case "string", "bytes", "message", "group", "map", "":
		return false
	}
	return true
}

// setPacked decides whether a list of numbers is packed; the model leaves that
// out where it is.
func (f *file) setPacked(x *field) {
	packed := x.features.repeated == "PACKED"
	if o := x.holder.find("packed"); o != nil {
		packed = o.value.Text == "true"
		if packed && x.label != repeated {
			f.errorf(o.span, x.full(), "field "+x.full()+" is packed, which repeated fields alone can be").Help = "take it out"
		} else if packed && !packable(x) && x.word != "" {
			f.errorf(o.span, x.full(), "field "+x.full()+" is packed, which numbers, bools and enums alone can be").Help = "take it out"
		}
	}
	if x.list() && packable(x) && !packed {
		no := false
		x.f.Packed = &no
	}
}

// checkFieldFeatures checks the features that a field itself sets.
func (f *file) checkFieldFeatures(x *field) {
	own := map[string]*option{}
	value := map[string]string{}
	for _, o := range x.holder.options {
		if o.name[0].extension || o.name[0].text != "features" {
			continue
		}
		if len(o.name) == 2 {
			own[o.name[1].text], value[o.name[1].text] = o, o.value.Text
		}
		for _, m := range o.value.Fields {
			own[m.Name], value[m.Name] = o, m.Value.Text
		}
	}
	refuse := func(o *option, what string) {
		f.errorf(o.span, x.full(), "field "+x.full()+" "+what).Help = "take the feature out"
	}
	if o := own["field_presence"]; o != nil {
		switch {
		case x.f.OneOf != "":
			refuse(o, "is a member of a oneof, and says features.field_presence")
		case x.label == repeated:
			refuse(o, "is repeated, and says features.field_presence")
		case x.extension():
			refuse(o, "is an extension, and says features.field_presence")
		case x.message != nil && value["field_presence"] == "IMPLICIT":
			refuse(o, "is a message, whose presence is always tracked")
		}
	}
	if o := own["repeated_field_encoding"]; o != nil {
		if x.label != repeated {
			refuse(o, "is not repeated, and says features.repeated_field_encoding")
		} else if !packable(x) && value["repeated_field_encoding"] == "PACKED" {
			refuse(o, "can't be packed")
		}
	}
	if o := own["utf8_validation"]; o != nil && x.word != "string" && !(x.word == "map" && (x.entry.key == "string" || x.entry.value == "string")) {
		refuse(o, "is no string, and says features.utf8_validation")
	}
	if o := own["message_encoding"]; o != nil && (x.message == nil || x.word == "map") {
		refuse(o, "is no message, and says features.message_encoding")
	}
}

// checkExtension checks what the extended message asks of its extensions.
func (f *file) checkExtension(x *field) {
	m := x.extends
	if m == nil {
		return
	}
	if m.set {
		if x.message == nil || x.delimited() {
			f.errorf(x.f.Type.Span, x.full(), "extension "+x.full()+" of the message set "+m.full+" is no message").Help = "make it a message"
		}
		if x.label == repeated {
			f.errorf(f.labelSpan(x), x.full(), "extension "+x.full()+" of the message set "+m.full+" is repeated").Help = "make it optional"
		}
	} else if x.f.Number > schema.MaxNumber {
		d := f.errorf(x.f.NumberSpan, x.full(), "extension "+x.full()+" has a number above 536870911")
		d.Code, d.Help = "field-number-range", "a number is 1 to 536870911"
	}
	if f.syntax == proto3 {
		if _, ok := optionMessageNames[m.full]; !ok {
			f.errorf(x.extendee.to.Span, x.full(), "extension "+x.full()+" extends "+m.full+", and proto3 extends options alone").Help = "use google.protobuf.Any, or proto2"
		}
	}
	f.checkDeclared(x, m)
	if f.lite && !m.file.lite {
		f.errorf(x.f.NameSpan, x.full(), "extension "+x.full()+" is for the lite runtime, and "+m.full+" is not").Help = "say option optimize_for = LITE_RUNTIME; in both or none"
	}
}

// optionMessageNames are what proto3 may extend.
var optionMessageNames = map[string]bool{
	"google.protobuf.FileOptions": true, "google.protobuf.MessageOptions": true, "google.protobuf.FieldOptions": true,
	"google.protobuf.OneofOptions": true, "google.protobuf.ExtensionRangeOptions": true, "google.protobuf.EnumOptions": true,
	"google.protobuf.EnumValueOptions": true, "google.protobuf.ServiceOptions": true, "google.protobuf.MethodOptions": true,
}
