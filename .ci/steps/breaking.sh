# nothing of the protocol breaks since the last release
tag=$(git tag --list 'v[0-9]*' --merged HEAD --sort=-version:refname | head -n 1)
if [ -z "$tag" ]; then
  echo "skipped: there is no release tag yet"
else
  npx buf breaking --against ".git#tag=$tag"
fi
