// Calls SQLite and turns its errors into one line each.
#include "engine/work/database/sqlite.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ryg::work {
namespace {

[[noreturn]] void fail(sqlite3* file, const std::string& path) {
    const int code = sqlite3_extended_errcode(file);
    const int errno_then = sqlite3_system_errno(file);
    switch (code & 0xff) {
        case SQLITE_FULL:
        case SQLITE_IOERR:
            if (code == SQLITE_FULL || code == SQLITE_IOERR_WRITE) {
                throw DatabaseError(fmt::format(
                    "{}: cannot be written to ({}): what was done until then is kept, and the same "
                    "command goes on there",
                    path, errno_then != 0 ? std::strerror(errno_then) : "no space is left"));
            }
            break;
        case SQLITE_NOTADB: throw DatabaseError(path + ": is not a database of SQLite");
        case SQLITE_CORRUPT:
            throw DatabaseError(path + ": is damaged: SQLite cannot read all of it");
        case SQLITE_CANTOPEN: throw DatabaseError(path + ": cannot be opened");
        default: break;
    }
    throw DatabaseError(fmt::format("{}: {}", path, sqlite3_errmsg(file)));
}

}  // namespace

Statement::Statement(sqlite3* file, const std::string& path, std::string_view sql)
    : file_(file), path_(&path) {
    sqlite3_stmt* statement = nullptr;
    const int code =
        sqlite3_prepare_v2(file, sql.data(), static_cast<int>(sql.size()), &statement, nullptr);
    statement_.reset(statement, sqlite3_finalize);
    if (code != SQLITE_OK) fail(file_, *path_);
}

void Statement::reset() { sqlite3_reset(statement_.get()); }

bool Statement::step() {
    const int code = sqlite3_step(statement_.get());
    if (code != SQLITE_ROW && code != SQLITE_DONE) fail(file_, *path_);
    return code == SQLITE_ROW;
}

void Statement::run() {
    while (step()) {
    }
    reset();
}

std::int64_t Statement::number(int column) const {
    return sqlite3_column_int64(statement_.get(), column);
}
double Statement::real(int column) const { return sqlite3_column_double(statement_.get(), column); }
std::string Statement::text(int column) const {
    const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement_.get(), column));
    const int size = sqlite3_column_bytes(statement_.get(), column);
    return bytes == nullptr ? "" : std::string(bytes, static_cast<std::size_t>(size));
}
void Statement::put(int place, std::int64_t value) {
    sqlite3_bind_int64(statement_.get(), place, value);
}
void Statement::put(int place, double value) {
    sqlite3_bind_double(statement_.get(), place, value);
}
void Statement::put(int place, const std::string& text) {
    sqlite3_bind_text(statement_.get(), place, text.data(), static_cast<int>(text.size()),
                      SQLITE_TRANSIENT);
}
void Statement::put(int place, Blob blob) {
    sqlite3_bind_blob(statement_.get(), place, blob.bytes.data(),
                      static_cast<int>(blob.bytes.size()), SQLITE_TRANSIENT);
}

Sqlite::Sqlite(std::string path, For what) : path_(std::move(path)) {
    constexpr int patience = 30'000;  // milliseconds
    const bool writes = what == For::writing;
    sqlite3* file = nullptr;
    const int flags = writes ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY;
    const int code = sqlite3_open_v2(path_.c_str(), &file, flags, nullptr);
    file_.reset(file, sqlite3_close_v2);
    if (code != SQLITE_OK) fail(file, path_);
    sqlite3_busy_timeout(file, patience);
    if (!writes) return;
    // A commit is on the disk when it returns: what a power cut takes is the shard at work.
    run("PRAGMA journal_mode = WAL");
    run("PRAGMA synchronous = FULL");
}

std::int64_t Sqlite::number(std::string_view sql) const {
    Statement statement = prepare(sql);
    return statement.step() ? statement.number(0) : 0;
}

Lock::Lock(const std::string& path) : path_(path + "-lock") {
    struct stat mine {
    }, there{};
    do {  // until it is the file of this name that is locked: its owner removes it at the end
        if (file_ >= 0) close(file_);
        file_ = open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (file_ < 0) throw DatabaseError(path_ + ": cannot be created: " + std::strerror(errno));
        struct flock wanted {};
        wanted.l_type = F_WRLCK;
        wanted.l_whence = SEEK_SET;
        if (fcntl(file_, F_SETLK, &wanted) == 0) continue;
        fcntl(file_, F_GETLK, &wanted);
        close(file_);
        throw DatabaseError(fmt::format("{}: locked by process {}", path, wanted.l_pid));
    } while (fstat(file_, &mine) != 0 || stat(path_.c_str(), &there) != 0 ||
             mine.st_ino != there.st_ino);
}

Lock::~Lock() {
    unlink(path_.c_str());
    close(file_);
}

}  // namespace ryg::work
