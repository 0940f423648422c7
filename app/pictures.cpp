// Pictures of the screen as PNG files.
#include "app/files.hpp"
#include "app/verb.hpp"

#ifdef RYG_PICTURES
#include <png.h>

namespace ryg::app {

std::string png_version() { return PNG_LIBPNG_VER_STRING; }

void write_png(const c64::Picture& picture, const std::string& path) {
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    image.width = c64::Picture::width;
    image.height = c64::Picture::height;
    image.format = PNG_FORMAT_RGB_COLORMAP;
    image.colormap_entries = c64::palette.size();
    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
    std::vector<emu::Byte> bytes(size);
    if (png_image_write_to_memory(&image, bytes.data(), &size, 0, picture.colours.data(), 0,
                                  c64::palette.data()) == 0) {
        throw Trouble("no picture for " + path + ": " + image.message);
    }
    bytes.resize(size);
    write_output(path, bytes);
}

}  // namespace ryg::app

#else
namespace ryg::app {

std::string png_version() { return "none"; }

void write_png(const c64::Picture&, const std::string&) {
    throw Trouble("this ryg was built without pictures: install libpng-dev, then build again");
}

}  // namespace ryg::app
#endif
