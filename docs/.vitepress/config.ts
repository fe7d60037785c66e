// The site of the documents: `npm run build` in docs/ writes it to docs/.vitepress/dist and fails where a link leads nowhere.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type DefaultTheme, defineConfig } from 'vitepress';

const folder = fileURLToPath(new URL('..', import.meta.url));

/** The first heading of a page, or of the file that it includes. */
function titleOf(page: string): string {
  const text = readFileSync(`${folder}${page}.md`, 'utf8');
  const included = /<!--@include: (\S+)-->/.exec(text)?.[1];
  const source = included === undefined ? text : readFileSync(join(folder, dirname(page), included), 'utf8');
  return (/^# (.+)$/m.exec(source)?.[1] ?? page).replace(/^Selvage for /, '');
}

/** Pages in their order; those that are not there are left out. */
const sections: Record<string, string[]> = {
  Start: [
    'start',
    'tutorial',
    'concepts',
    'cookbook',
    'cookbook-typescript',
    'cookbook-python',
    'cookbook-go',
    'cookbook-java',
    'faq',
    'glossary',
  ],
  Guides: [
    'page',
    'body',
    'patterns',
    'pattern-documents',
    'sizes',
    'nesting',
    'lays',
    'files',
    'cli',
    'agents',
    'webhooks',
    'operations',
    'scale',
    'monitoring',
    'upgrading',
  ],
  Clients: ['clients/index', 'clients/typescript', 'clients/python', 'clients/go', 'clients/java'],
  Reference: ['errors', 'deprecation', 'benchmarks', 'threat-model', 'changelog'],
  'How it is made': ['architecture', 'decisions/README'],
};

function sidebar(): DefaultTheme.SidebarItem[] {
  const named = new Set(Object.values(sections).flat());
  const others = readdirSync(folder)
    .filter((name) => name.endsWith('.md') && name !== 'index.md')
    .map((name) => name.slice(0, -3))
    .filter((page) => !named.has(page));
  return Object.entries({ ...sections, More: others })
    .map(([text, pages]) => ({
      text,
      items: pages
        .filter((page) => existsSync(`${folder}${page}.md`))
        .map((page) => ({ text: titleOf(page), link: `/${page}` })),
    }))
    .filter(({ items }) => items.length > 0);
}

export default defineConfig({
  title: 'Selvage',
  description: 'From a body to the cutting table: body measurements, parametric patterns and dense nesting',
  lang: 'en',
  srcExclude: ['node_modules/**'],
  rewrites: { 'decisions/README.md': 'decisions/index.md' },
  themeConfig: {
    nav: [
      { text: 'Five-minute start', link: '/start' },
      { text: 'Command line', link: '/cli' },
      { text: 'Clients', link: '/clients/' },
      { text: 'Errors', link: '/errors' },
    ],
    sidebar: sidebar(),
    search: { provider: 'local' },
    outline: [2, 3],
  },
  markdown: {
    config(markdown) {
      // files of the repository beside docs/ are no pages of the site: their names stay, without a link
      const outside = /^(?:\.\.\/)+(?!(?:docs|decisions|images|clients)\b)/;
      markdown.core.ruler.push('no-link-outside', ({ tokens, env }) => {
        for (const { children } of tokens) {
          for (const [i, token] of (children ?? []).entries()) {
            const href = token.attrGet('href') ?? '';
            if (token.type !== 'link_open' || !outside.test(href)) continue;
            if ((env as { relativePath?: string }).relativePath?.startsWith('decisions/') && !href.startsWith('../../'))
              continue;
            token.tag = 'span';
            token.attrs = [];
            const close = children!.slice(i).find((other) => other.type === 'link_close');
            if (close) close.tag = 'span';
          }
        }
      });
    },
  },
});
