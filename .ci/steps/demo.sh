# the two commands of the README: install, then nest a garment marker through the service
npm ci
npm run demo
for file in marker.svg marker.png; do
  [ -s "demo-output/$file" ] || { echo "the demo left no demo-output/$file"; exit 1; }
done
