// Texts for people.
#ifndef TEXTS_H
#define TEXTS_H

#include "navbus.h"

// The largest number of bytes, at most `capacity`, that ends between two letters of a text.
size_t cut_size(const char *text, size_t capacity);

#endif
