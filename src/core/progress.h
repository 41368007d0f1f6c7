// A bar on standard error for long work, if that is a terminal.
#pragma once

#include <cstddef>
#include <string>

namespace fusilier {

/// Is the standard stream of this number (0 input, 1 output, 2 errors) a terminal?
bool isTerminal(int stream);

class Progress {
  public:
    explicit Progress(std::string what);
    /// Ends the line.
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    void show(std::size_t done, std::size_t all, const std::string& remark = {});

  private:
    std::string what_;
    bool terminal_;
    bool shown_ = false;
};

}  // namespace fusilier
