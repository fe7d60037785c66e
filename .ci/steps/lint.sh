# format, lint, and the arrows between the folders
npm run lint
