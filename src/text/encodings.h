// Bytes of somebody's file to UTF-8, with the row of whatever cannot be read.
#pragma once

#include <string>
#include <string_view>

#include "text/config.h"

namespace seq2seq {

struct DecodedText {
  std::string utf8;  // without a byte order mark
  EncodingKind encoding = EncodingKind::utf8;
};

// `automatic`: UTF-16 where the bytes begin with its mark (FF FE or FE FF), else UTF-8. Error(invalid_data) naming row
// and byte where they are not what they should be; for UTF-8 with the row as Windows-1252 would read it.
DecodedText decode_bytes(std::string_view bytes, EncodingKind encoding);

const char* name_of(EncodingKind encoding);  // "UTF-8", ...

}  // namespace seq2seq
