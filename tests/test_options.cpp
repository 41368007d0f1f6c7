#include "catch2.h"
#include "fusilier/session.h"
#include "protocol/options.h"

using namespace fusilier;

namespace {

Option makeSpin(std::string name, std::int64_t min, std::int64_t max) {
    Option option;
    option.name = std::move(name);
    option.type = Option::Type::Spin;
    option.initial = "16";
    option.min = min;
    option.max = max;
    return option;
}

Option makeCombo() {
    Option option;
    option.name = "Style";
    option.type = Option::Type::Combo;
    option.initial = "solid";
    option.choices = {"solid", "wild"};
    return option;
}

}  // namespace

TEST_CASE("A number out of range is clamped with a remark", "[options]") {
    Options options;
    options.add(makeSpin("Size", 1, 1000));
    CHECK(options.find("Size")->value == "16");
    const auto [given, kept] = GENERATE(table<const char*, const char*>({{"0", "1"},
                                                                         {"-7", "1"},
                                                                         {"1001", "1000"},
                                                                         {"99999999999999999999999", "1000"},
                                                                         {"-99999999999999999999999", "1"}}));
    CHECK(options.set("Size", given) == std::string("option Size set to ") + kept);
    CHECK(options.find("Size")->value == kept);
}

TEST_CASE("A number in range is taken without a remark", "[options]") {
    Options options;
    options.add(makeSpin("Size", 1, 1000));
    CHECK(options.set("size", "1000").empty());
    CHECK(options.find("SIZE")->value == "1000");
}

TEST_CASE("What is not a value of an option is refused by name and changes nothing", "[options]") {
    Options options;
    options.add(makeSpin("Size", 1, 1000));
    options.add(makeCombo());
    for (const auto* bad : {"", "x", "1x", "1.5", "0x10", "+5", "- 5"})
        CHECK_THROWS_WITH(options.set("Size", bad), Catch::Matchers::Contains("Size"));
    CHECK_THROWS_WITH(options.set("Size", std::nullopt), Catch::Matchers::Contains("Size needs a value"));
    CHECK_THROWS_WITH(options.set("Style", "mild"), Catch::Matchers::Contains("'mild'"));
    CHECK_THROWS_WITH(options.set("Length", "1"), Catch::Matchers::Contains("'Length'"));
    CHECK(options.find("Size")->value == "16");
    CHECK(options.find("Style")->value == "solid");
}

TEST_CASE("A choice is found in any case of letters and kept as declared", "[options]") {
    Options options;
    options.add(makeCombo());
    CHECK(options.set("STYLE", "Wild").empty());
    CHECK(options.find("style")->value == "wild");
}

TEST_CASE("An option keeps what its effect could grant", "[options]") {
    Options options;
    auto option = makeSpin("Size", 1, 1000);
    option.apply = [](const std::string&) { return std::string("512"); };
    options.add(option);
    CHECK(options.set("Size", "800") == "option Size set to 512");
    CHECK(options.find("Size")->value == "512");
}

TEST_CASE("An option whose effect fails keeps its value", "[options]") {
    Options options;
    auto option = makeSpin("Size", 1, 1000);
    option.apply = [](const std::string&) -> std::string { throw InputError("no"); };
    options.add(option);
    CHECK_THROWS_AS(options.set("Size", "800"), InputError);
    CHECK(options.find("Size")->value == "16");
}
