#!/bin/sh
# Uploads what a publication has changed: schoolbell sync --publish-to FOLDER --after-publish THIS_FILE
#
# Reads +path and -path, one a line. They come in the order in which readers may find them: what others link to first, lists
# after entries, removals last. So each group of lines of one kind is uploaded before the next one begins.
#
# STORAGE is a remote of rclone with a folder in it, as in school:news-files. Any error ends it: schoolbell tells it the same
# again with the next publication.
set -eu
: "${STORAGE:?set it to a remote of rclone with a folder, as in school:news-files}"

lists=$(mktemp -d)
trap 'rm -rf "$lists"' EXIT
# Some shells end at these without the line above.
trap 'exit 143' HUP INT TERM

# One file for each group, named by its number and kind.
awk -v lists="$lists" '
  {
    path = substr($0, 2)
    if ($0 ~ /^-/) kind = "removed"
    else if (path ~ /^media\// || path ~ /^popups\/.*-[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]\.js$/) kind = "forever"
    else if (path ~ /^popups\/[^\/]*\.js$/ || path ~ /^popups\/[^\/]*\/[^\/]*\.json$/) kind = "messages"
    else if (path ~ /\/page-[0-9]+\.[a-z]+$/) kind = "pages"
    else if (path ~ /^feeds\// || path ~ /\/(index|search)\.[a-z]+$/) kind = "lists"
    else kind = "entries"
    if (kind != before) { before = kind; list = sprintf("%s/%06d.%s", lists, ++groups, kind) }
    print path > list
  }'

for list in "$lists"/*; do
  [ -e "$list" ] || continue
  case ${list##*.} in
    removed)
      rclone delete --no-traverse --files-from-raw "$list" "$STORAGE"
      continue
      ;;
    # The name changes with the content.
    forever) cache='public, max-age=31536000, immutable' ;;
    messages) cache='public, max-age=15' ;;
    *) cache='public, max-age=60' ;;
  esac
  # What is told has changed; some storages have no times to compare, and the size may be the same.
  rclone copy --ignore-times --no-traverse --files-from-raw "$list" --header-upload "Cache-Control: $cache" . "$STORAGE"
done
