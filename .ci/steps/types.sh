# strict types, in every TypeScript file, the page's too
# A record of its own: after a check without output, the build's own would have the next build write every file again.
npx tsc -p tsconfig.json --noEmit --tsBuildInfoFile "$CI_TOOLS/types.tsbuildinfo"
npx tsc -p web/tsconfig.json
