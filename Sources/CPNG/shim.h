#include <png.h>
#include <string.h>

// An image for libpng's simplified interface, whose errors need no setjmp. Its format is a macro of macros, which Swift
// does not see: rows of red, green, blue and alpha, or of numbers in a table of such colours.
static inline png_image navbus_png_image(png_uint_32 width, png_uint_32 height, png_uint_32 colors) {
    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    image.width = width;
    image.height = height;
    image.format = colors == 0 ? PNG_FORMAT_RGBA : PNG_FORMAT_RGBA_COLORMAP;
    image.colormap_entries = colors;
    // No filters, and zlib's level 3: for pictures of few colours smaller than the default, and three times as fast.
    image.flags = PNG_IMAGE_FLAG_FAST;
    return image;
}

// The most bytes that writing an image takes.
static inline size_t navbus_png_most_bytes(const png_image *image) { return PNG_IMAGE_PNG_SIZE_MAX(*image); }
