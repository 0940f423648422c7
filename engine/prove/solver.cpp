// CaDiCaL on the nodes of a graph.
#include "engine/prove/solver.hpp"

#include <cadical.hpp>
#include <ctime>
#include <utility>

namespace ryg::prove {
namespace {

double processor_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

}  // namespace

Budget::Budget(double seconds, std::function<bool()> go_on)
    : begin_(processor_seconds()), seconds_(seconds), go_on_(std::move(go_on)) {}

bool Budget::is_spent() const { return used() >= seconds_ || is_ended(); }
double Budget::used() const { return processor_seconds() - begin_; }
double Budget::left() const { return seconds_ - used(); }

class Solver::Backend : public CaDiCaL::Terminator {
  public:
    Backend(const Graph& graph, const Budget& budget) : graph_(graph), budget_(budget) {
        solver_.connect_terminator(this);
        clause({-1});  // variable 1 is node 0, the constant false
    }
    ~Backend() override { solver_.disconnect_terminator(); }
    bool terminate() override { return budget_.is_spent(); }

    [[nodiscard]] bool is_mostly_about_others(std::span<const Literal> literals) const {
        return static_cast<std::size_t>(last_variable_) > 3 * graph_.cone(literals).size();
    }
    [[nodiscard]] std::unique_ptr<Backend> anew() const {
        return std::make_unique<Backend>(graph_, budget_);
    }

    Possibility possible(std::span<const Literal> literals, int conflicts) {
        encode(literals);
        for (const Literal literal : literals) solver_.assume(number(literal));
        solver_.limit("conflicts", conflicts);
        const int status = solver_.solve();
        return status == 10   ? Possibility::yes
               : status == 20 ? Possibility::no
                              : Possibility::unknown;
    }

    Assignment assignment(std::span<const Literal> literals) {
        Assignment made;
        for (const std::uint32_t node : graph_.cone(literals)) {
            if (graph_.node(node).kind != Graph::GateKind::input) continue;
            made.emplace(node, solver_.val(variables_[node]) > 0);
        }
        return made;
    }

    void learn_equal(Literal a, Literal b, Literal given) {
        const std::array all{a, b, given};
        encode(all);
        clause({-number(given), -number(a), number(b)});
        clause({-number(given), number(a), -number(b)});
    }

  private:
    void clause(std::initializer_list<int> literals) {
        for (const int literal : literals) solver_.add(literal);
        solver_.add(0);
    }

    [[nodiscard]] int number(Literal literal) const {
        const int variable = literal.is_known() ? 1 : variables_[literal.node()];
        return literal.complemented() ? -variable : variable;
    }

    void encode(std::span<const Literal> roots) {
        if (variables_.size() < graph_.size()) variables_.resize(graph_.size());
        bool all_known = true;
        for (const Literal root : roots) {
            if (!root.is_known() && variables_[root.node()] == 0) all_known = false;
        }
        if (all_known) return;
        for (const std::uint32_t node : graph_.cone(roots)) {
            if (variables_[node] == 0) encode(node);
        }
    }

    void encode(std::uint32_t node) {
        const int y = variables_[node] = ++last_variable_;
        const Graph::Gate& of = graph_.node(node);
        if (of.kind == Graph::GateKind::input) return;
        const int a = number(of.a), b = number(of.b), c = number(of.condition);
        switch (of.kind) {
            case Graph::GateKind::both:
                clause({-y, a});
                clause({-y, b});
                clause({y, -a, -b});
                break;
            case Graph::GateKind::differ:
                clause({-y, a, b});
                clause({-y, -a, -b});
                clause({y, -a, b});
                clause({y, a, -b});
                break;
            default:
                clause({-c, -a, y});
                clause({-c, a, -y});
                clause({c, -b, y});
                clause({c, b, -y});
                clause({-a, -b, y});
                clause({a, b, -y});
        }
    }

    const Graph& graph_;
    const Budget& budget_;
    CaDiCaL::Solver solver_;
    std::vector<int> variables_;  // variable of a node; 0: not passed to CaDiCaL yet
    int last_variable_ = 1;
};

Solver::Solver(const Graph& graph, const Budget& budget)
    : backend_(std::make_unique<Backend>(graph, budget)) {}
Solver::~Solver() = default;

void Solver::forget_others(std::span<const Literal> literals) {
    if (backend_->is_mostly_about_others(literals)) backend_ = backend_->anew();
}

Possibility Solver::possible(std::span<const Literal> literals, int conflicts) {
    return backend_->possible(literals, conflicts);
}
Assignment Solver::assignment(std::span<const Literal> literals) const {
    return backend_->assignment(literals);
}
void Solver::learn_equal(Literal a, Literal b, Literal given) {
    backend_->learn_equal(a, b, given);
}

}  // namespace ryg::prove
