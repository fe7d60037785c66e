# the two commands of the README: install, then nest a garment marker, draft a shirt for a person and nest it
npm ci
npm run demo
for file in marker.svg marker.png shirt.dxf shirt.svg shirt.pdf shirt-marker.dxf shirt-marker.svg shirt-marker.pdf; do
  [ -s "demo-output/$file" ] || { echo "the demo left no demo-output/$file"; exit 1; }
done
