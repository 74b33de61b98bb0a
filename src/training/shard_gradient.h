// The gradient of one part of a batch: added to another part's, or carried as bytes to a trainer that stands at the
// same step in another worker. Of the embeddings only the rows of tokens that occurred are added or carried, so a large
// vocabulary costs nothing.
#pragma once

#include <string>
#include <string_view>

#include "model/parameters.h"
#include "model/seq2seq.h"

namespace seq2seq {

// to += part
void add_gradient(Gradients& part, Gradients& to);

// Loss and gradient as bytes, for a program on the same machine. Of a loss that is not finite nothing else is packed.
std::string pack_gradient(const Loss& loss, Gradients& part);
// The loss; `to` becomes the packed gradient where it is the `first` of a sum, else it is added to: the same bits as
// add_gradient gives. Throws Error(invalid_data) where the bytes are not those of a model of this layout.
Loss add_packed(std::string_view bytes, bool first, Gradients& to);

}  // namespace seq2seq
