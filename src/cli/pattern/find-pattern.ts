/** Finds the pattern that a command names, by id or name, among the caller's own and all readable ones. */
import { AdminService, type OwnPattern } from '../../../gen/selvage/admin/v1/admin_pb.js';
import { type Pattern, PatternService } from '../../../gen/selvage/pattern/v1/pattern_pb.js';
import { nearest } from '../../json/nearest-name.js';
import type { Client } from '../client.js';
import { CommandError, exitCodes } from '../exit.js';

interface Page<Entry> {
  readonly patterns: readonly Entry[];
  readonly nextPageToken: string;
}

async function allPages<Entry>(page: (pageToken: string) => Promise<Page<Entry>>): Promise<Entry[]> {
  const entries: Entry[] = [];
  let pageToken = '';
  do {
    const { patterns, nextPageToken } = await page(pageToken);
    entries.push(...patterns);
    pageToken = nextPageToken;
  } while (pageToken !== '');
  return entries;
}

/** Readable patterns with a published version. */
export const readablePatterns = (client: Client): Promise<Pattern[]> =>
  allPages((pageToken) => client.unary(PatternService.method.listPatterns, { pageSize: 200, pageToken }));

/** The caller's own patterns, drafts included. */
export const ownPatterns = (client: Client): Promise<OwnPattern[]> =>
  allPages((pageToken) => client.unary(AdminService.method.listOwnPatterns, { pageSize: 200, pageToken }));

interface Named {
  readonly patternId: string;
  readonly name: string;
}

/** If names are equal, own patterns come first. */
export async function findPattern(client: Client, nameOrId: string): Promise<Named> {
  const own = choose(await ownPatterns(client), nameOrId);
  if (own) return own;
  const readable = await readablePatterns(client);
  return choose(readable, nameOrId) ?? notFound(nameOrId, readable);
}

export function choose<Entry extends Named>(patterns: readonly Entry[], nameOrId: string): Entry | null {
  const wanted = nameOrId.toLowerCase();
  const byId = patterns.find(({ patternId }) => patternId === wanted);
  if (byId) return byId;
  const [first, ...others] = patterns.filter(({ name }) => name.toLowerCase() === wanted);
  if (first && others.length === 0) return first;
  if (!first) return null;
  throw new CommandError(`${others.length + 1} patterns are called ${JSON.stringify(nameOrId)}: give the id of one`, {
    details: [first, ...others].map(({ patternId, name }) => `${patternId}  ${name}`),
  });
}

export function notFound(nameOrId: string, patterns: readonly Named[]): never {
  const names = patterns.map(({ name }) => name);
  throw new CommandError(`You may read no pattern ${JSON.stringify(nameOrId)}${nearest(nameOrId, names)}`, {
    exitCode: exitCodes.notFound,
    details: patterns.map(({ patternId, name }) => `${patternId}  ${name}`),
  });
}
