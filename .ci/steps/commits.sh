# the subjects of new commits are imperative, begin with a capital, have 8 to 72 characters and no full stop
#
# New commits are those since $BASE_COMMIT, or since the commit named by .ci/commits-since.
base=${BASE_COMMIT:-$(cat .ci/commits-since)}
range=(HEAD "^$base")
if ! git cat-file -e "$base^{commit}" 2>/dev/null; then
  echo "the clone does not have $base: only the last commit is checked"
  range=(-1 HEAD)
fi

# an area may stand before the verb, as in "Jobs: keep the last line"
area='([A-Z][A-Za-z0-9 ,-]*: )?'
# common words that are not imperatives: Added, Adds, Adding, Fixed, Fixes, ...
stems='add|allow|avoid|bump|chang|clean|creat|delet|dropp?|fix|handl|implement|improv|introduc|mak|merg|mov|refactor|remov|renam|replac|simplif|simplify|support|test|tid|tidy|updat|us|writ'
others="($stems)(s|es|ies|ed|ied|ing)|made|wrote|written"
subjects=$(git log --no-merges --format='%h %s' "${range[@]}")
checked=0
bad=0
refuse() {
  bad=$((bad + 1))
  echo "$1: $3"
  echo "  $2"
}
while IFS=' ' read -r hash subject; do
  [ -n "$hash" ] || continue
  checked=$((checked + 1))
  length=$(printf %s "$subject" | LC_ALL=C.UTF-8 wc -m)
  if [ "$length" -lt 8 ] || [ "$length" -gt 72 ]; then refuse "$hash" "$subject" "the subject has $length characters, not 8 to 72"; fi
  if [[ ! $subject =~ ^[A-Z] ]]; then refuse "$hash" "$subject" 'the subject does not begin with a capital letter'; fi
  if [[ $subject == *. ]]; then refuse "$hash" "$subject" 'the subject ends with a full stop'; fi
  verb=$(sed -E "s/^$area//; s/[^A-Za-z].*//" <<<"$subject")
  if grep -qixE "$others" <<<"$verb"; then refuse "$hash" "$subject" "\"$verb\" is not an imperative: write \"Add\", not \"Added\" or \"Adds\""; fi
done <<<"$subjects"

echo "$checked subjects checked, $bad faults found"
[ "$bad" -eq 0 ]
