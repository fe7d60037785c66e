# strict types, in every TypeScript file
npx tsc -p tsconfig.json --noEmit
