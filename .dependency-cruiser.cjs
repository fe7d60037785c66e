// The arrows of docs/architecture.md: every dependency points down, and a domain knows no other domain.
const libraries = ['src/geometry', 'src/drawing', 'src/json', 'src/concurrency'];
const domains = ['src/nesting', 'src/lays', 'src/patterns', 'src/body', 'src/accounts', 'src/webhooks', 'src/projects'];
const path = (...folders) => folders.map((folder) => `^${folder}/`);
const common = [
  '^src/(errors|forgetting|loopback|lru-cache|problems|random|system-failure|uuid)\\.ts$',
  '^node_modules/',
  '^node:',
];

/** A rule that lets `from` import itself and `allowed`, and nothing else of the project. */
const only = (from, ...allowed) => ({
  name: `${from.replaceAll('/', '-')}-imports`,
  comment: `${from} may import only ${allowed.join(', ') || 'libraries'}`,
  severity: 'error',
  from: { path: `^${from}/` },
  to: {
    path: '^(src|gateway|gen)/',
    pathNot: [
      ...path(from, ...allowed.filter((a) => !a.endsWith('.ts'))),
      ...common,
      ...allowed.filter((a) => a.endsWith('.ts')).map((a) => `^${a.replace('.', '\\.')}$`),
    ],
  },
});

/** The rooms of nesting, and what each may import beside itself and the request; every arrow points down this list. */
const nestingRooms = {
  kernel: [],
  layout: [],
  check: ['layout'],
  overlap: ['kernel', 'layout'],
  construct: ['layout'],
  strip: ['overlap'],
  sheets: ['overlap'],
  bridge: ['sheets', 'strip', 'construct', 'overlap', 'layout'],
};

/** A rule that keeps a room of nesting below the rooms that it serves. */
const room = ([name, below]) => ({
  name: `nesting-${name}-imports`,
  comment: `src/nesting/${name} may import only the request${below.map((other) => `, ${other}`).join('')}`,
  severity: 'error',
  from: { path: `^src/nesting/${name}/` },
  to: {
    path: '^src/nesting/',
    pathNot: ['^src/nesting/request\\.ts$', ...[name, ...below].map((other) => `^src/nesting/${other}/`)],
  },
});

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-undeclared',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown', 'npm-dev'] },
    },
    only('src/geometry'),
    only('src/json'),
    only('src/concurrency'),
    only('src/drawing', 'src/geometry'),
    ...domains.map((domain) => only(domain, ...libraries)),
    ...Object.entries(nestingRooms).map(room),
    only('src/store', 'src/store'),
    only('src/jobs', 'src/nesting', 'src/store/store.ts'),
    only('src/services', 'src/jobs', ...domains, ...libraries, 'src/store/store.ts', 'src/config.ts', 'gen'),
    only('gateway', 'src/services', 'src/concurrency', 'src/json', 'gen', 'src/config.ts'),
    {
      name: 'mcp-when-asked',
      comment: 'the SDK of the Model Context Protocol is loaded with the first message of an agent',
      severity: 'error',
      from: { pathNot: '^(gateway/mcp/|src/cli/mcp-bridge\\.ts)' },
      to: { path: '^(gateway/mcp/|src/cli/mcp-bridge\\.ts|node_modules/@modelcontextprotocol/)', dynamic: false },
    },
    {
      name: 'sql-in-store',
      comment: 'SQL stays behind the Store port',
      severity: 'error',
      from: { pathNot: '^src/store/' },
      to: { path: 'node_modules/(better-sqlite3|pg)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      extensions: ['.ts', '.js', '.mjs', '.json'],
      conditionNames: ['import', 'node', 'default'],
    },
  },
};
