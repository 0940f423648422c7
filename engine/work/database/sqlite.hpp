// The subset of SQLite that a database of work needs: prepare, bind and step statements.
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace ryg::work {

/// A database that cannot be opened, read or written, or does not match. The message is one line.
struct DatabaseError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Bytes that are not text.
struct Blob {
    const std::string& bytes;
};

/// A statement and its values.
///
///     Statement rows = sqlite.prepare("SELECT name FROM series WHERE depth = ?");
///     for (rows.bind(3); rows.step();) use(rows.text(0));
class Statement {
  public:
    /// Binds the values in order and restarts the statement.
    template <class... Values>
    Statement& bind(const Values&... values) {
        reset();
        int place = 0;
        (put(++place, values), ...);
        return *this;
    }
    bool step();  ///< advances; whether there is a row
    void run();   ///< executes to the end

    [[nodiscard]] std::int64_t number(int column) const;
    [[nodiscard]] double real(int column) const;
    [[nodiscard]] std::string text(int column) const;  ///< or bytes

  private:
    friend class Sqlite;
    Statement(sqlite3* file, const std::string& path, std::string_view sql);
    void reset();
    void put(int place, std::int64_t value);
    void put(int place, std::uint64_t value) { put(place, static_cast<std::int64_t>(value)); }
    void put(int place, int value) { put(place, std::int64_t{value}); }
    void put(int place, std::uint32_t value) { put(place, std::int64_t{value}); }
    void put(int place, double value);
    void put(int place, const std::string& text);
    void put(int place, Blob blob);

    sqlite3* file_;
    const std::string* path_;
    std::shared_ptr<sqlite3_stmt> statement_;
};

/// An open file. Reading needs only read permission.
class Sqlite {
  public:
    /// For writing, a file is created if it is missing.
    enum class For { reading, writing };
    Sqlite(std::string path, For what);

    [[nodiscard]] Statement prepare(std::string_view sql) const {
        return {file_.get(), path_, sql};
    }
    void run(std::string_view sql) const { prepare(sql).run(); }
    /// The one number that a query gives.
    [[nodiscard]] std::int64_t number(std::string_view sql) const;
    [[nodiscard]] const std::string& path() const { return path_; }
    /// Runs `change` as one transaction.
    template <class Change>
    void transaction(const Change& change) const {
        run("BEGIN IMMEDIATE");
        try {
            change();
            run("COMMIT");
        } catch (...) {
            try {
                run("ROLLBACK");
            } catch (const DatabaseError&) {  // the first error is the one to report
            }
            throw;
        }
    }

  private:
    std::string path_;
    std::shared_ptr<sqlite3> file_;
};

/// Lets only one process work on a file: a lock on another file next to it, which the system
/// releases when the process ends, however it ends. (A lock on the file itself would be lost when
/// SQLite closes it.) Throws DatabaseError, which names the process that holds it.
class Lock {
  public:
    explicit Lock(const std::string& path);
    ~Lock();
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

  private:
    std::string path_;
    int file_ = -1;
};

}  // namespace ryg::work
