# strict types, in every TypeScript file, the page's too
npx tsc -p tsconfig.json --noEmit
npx tsc -p web/tsconfig.json --noEmit
