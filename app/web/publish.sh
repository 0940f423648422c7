#!/usr/bin/env bash
# Builds the page for browsers and pushes it to the branch gh-pages of origin, which GitHub Pages
# serves. The branch has one commit: the page as it is now.
#
# Installs the packages that are missing, as ./ryg does.
set -euo pipefail

cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/../.."
scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT

./ryg web --out "$scratch/page"
touch "$scratch/page/.nojekyll" # served as it is

export GIT_INDEX_FILE=$scratch/index
git --work-tree="$scratch/page" add --all --force
commit=$(git -c user.name=ryg -c user.email=ryg@localhost commit-tree "$(git write-tree)" \
    -m "The page of $(git describe --always --tags HEAD)")
git push --force origin "$commit:refs/heads/gh-pages"
