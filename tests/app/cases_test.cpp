// The schema of cases in JSON has the keys that the reader knows.
#include "tests/app/verbs.hpp"
#include "tests/support/testing.hpp"

namespace ryg {
namespace {

using namespace program;
using nlohmann::json;

TEST(Cases, HaveASchemaWhoseKeysAreThoseOfTheReader) {
    const Folder folder;
    const std::string source = folder.write("it.s", code(".export it; it: rts"));
    const auto with = [&](const std::string& cases) {
        return source + " --cases " + folder.write("it.json", cases);
    };
    const json schema = json::parse(tests::content(RYG_SOURCE_DIR "/docs/schema/cases.json"));
    const auto is_known = [&](const json& keys, const auto& file_of) {
        for (const auto& [key, about] : keys.items()) {
            const std::string file = file_of(json{{key, 1e9}}.dump());
            EXPECT_FALSE(contains(ryg("contract " + file).err, "unknown key")) << key;
        }
        expect_trouble(ryg("contract " + file_of(R"({"$schem": 1})")), "unknown key");
    };
    is_known(schema["properties"], with);
    is_known(schema["definitions"]["case"]["properties"],
             [&](const std::string& one) { return with("{\"cases\": [" + one + "]}"); });
}

}  // namespace
}  // namespace ryg
