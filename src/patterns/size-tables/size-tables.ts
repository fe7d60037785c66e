/** The size tables that a reader may use, and the storing of your own tables: as versions that never change. */
import { randomUUID } from 'node:crypto';
import { type FieldProblem, ServiceError } from '../../errors.js';
import { canonicalJson } from '../../json/canonical.js';
import type { Json } from '../../json/json.js';
import { nearest } from '../../json/nearest-name.js';
import { isUuid } from '../../uuid.js';
import { owner, type Reader } from '../access.js';
import { documentHash } from '../pattern-version.js';
import type { PageStart } from '../repository.js';
import { librarySizeTables } from './library.js';
import type { SizeTableRepository, StoredSizeTable } from './repository.js';
import type { SizeTable, SizeTableContent, TableSize } from './size-table.js';

/** Versions that an owner may have: limits how much of the store one key can fill. */
const mostVersions = 2000;

export interface SizeTablesParts {
  readonly repository: SizeTableRepository;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

export class SizeTables {
  readonly #parts: SizeTablesParts;

  constructor(parts: SizeTablesParts) {
    this.#parts = parts;
  }

  /** Tables of the library and the reader's own, each in its latest version, by (name, id), after `after`. */
  async list(reader: Reader, after: PageStart, limit: number): Promise<SizeTable[]> {
    const own = await this.#parts.repository.listSizeTables({ owner: owner(reader), after, limit });
    const library = librarySizeTables.filter((table) => after === null || compare(placeOf(table), after) > 0);
    const all = [...library, ...own.map(tableOf)];
    return all.sort((a, b) => compare(placeOf(a), placeOf(b))).slice(0, limit);
  }

  /**
   * One version of a table, by its number, or the latest. ServiceError `not_found`, the same for an absent table, a
   * foreign one and a malformed UUID.
   */
  async table(tableId: string, versionNumber: number | undefined, reader: Reader): Promise<SizeTable> {
    const id = tableId.toLowerCase();
    const known = librarySizeTables.find((table) => table.tableId === id);
    if (known && (versionNumber ?? known.versionNumber) === known.versionNumber) return known;
    const stored = known ? null : await this.#own(id, versionNumber ?? 'latest', reader);
    if (stored) return tableOf(stored);
    const version = versionNumber === undefined ? '' : ` with a version ${versionNumber}`;
    throw new ServiceError(
      'not_found',
      `No size table ${JSON.stringify(tableId.slice(0, 64))}${version} that you may read`,
    );
  }

  /**
   * A new table, or the next version of one of the reader's own. Contents equal to the latest version are not stored
   * again. ServiceError `not_found` for a table that is not the reader's, `quota_exceeded`.
   */
  async save(
    tableId: string | null,
    content: SizeTableContent,
    reader: Reader,
  ): Promise<{ table: SizeTable; stored: boolean }> {
    const { repository, now } = this.#parts;
    const latest = tableId === null ? null : await this.#own(tableId.toLowerCase(), 'latest', reader);
    if (tableId !== null && latest === null) {
      throw new ServiceError('not_found', `No size table ${JSON.stringify(tableId)} that you may change`);
    }
    const { name, description, source, sizes } = content;
    const json = { name, description, source, sizes } as unknown as Json;
    if (latest && documentHash(json) === latest.sha256) return { table: tableOf(latest), stored: false };
    if ((await repository.countSizeTableVersions(owner(reader))) >= mostVersions) {
      const message = `there are ${mostVersions} versions of size tables already, as many as one owner may have`;
      throw new ServiceError('quota_exceeded', message, { code: 'too_many_versions' });
    }
    const version = { tableId: latest?.tableId ?? randomUUID(), ...owner(reader), name, createdAt: now() };
    const stored = await repository.addSizeTableVersion({ ...version, content: canonicalJson(json) });
    return { table: tableOf(stored), stored: true };
  }

  async #own(tableId: string, choice: number | 'latest', reader: Reader): Promise<StoredSizeTable | null> {
    const stored = isUuid(tableId) ? await this.#parts.repository.findSizeTableVersion(tableId, choice) : null;
    if (!stored) return null;
    const { ownerUserId, ownerOrganizationId } = owner(reader);
    const isOwn = stored.ownerUserId === ownerUserId && stored.ownerOrganizationId === ownerOrganizationId;
    return isOwn ? stored : null;
  }
}

/** A size of the table, or the problem of the field at `path` that names no size of it. */
export function sizeNamed(
  { sizes }: Pick<SizeTable, 'sizes'>,
  name: string,
  path: string,
): TableSize | { readonly problem: FieldProblem } {
  const size = sizes.find((one) => one.name === name);
  if (size) return size;
  const names = sizes.map((one) => one.name);
  const told = JSON.stringify(name.slice(0, 32));
  const message = `${path} is ${told}, no size of the table${nearest(name.slice(0, 32), names)}: it has ${names.join(', ')}`;
  return { problem: { path, code: 'unknown_value', message, accepted: names } };
}

/**
 * The sizes of a table from one name to another, both included; by default from its first to its last. Throws `invalid`
 * for an unknown name or a backward range.
 */
export function sizesBetween(
  { sizes }: Pick<SizeTable, 'sizes'>,
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
): readonly TableSize[] {
  const names = sizes.map(({ name }) => name);
  const ends = Object.entries({ from, to }).flatMap(([key, name]) => {
    const found = name === undefined ? null : sizeNamed({ sizes }, name, key);
    return found && 'problem' in found ? [found.problem] : [];
  });
  if (ends.length > 0) throw ServiceError.ofProblems('invalid', ends);
  const [first, last] = [from ? names.indexOf(from) : 0, to ? names.indexOf(to) : names.length - 1];
  if (last >= first) return sizes.slice(first, last + 1);
  const message = `to is "${to}", which comes before from, "${from}", in the table`;
  throw ServiceError.ofProblems('invalid', [{ path: 'to', code: 'out_of_order', message }]);
}

function tableOf({ tableId, number, content, createdAt }: StoredSizeTable): SizeTable {
  const said = JSON.parse(content) as SizeTableContent;
  return { ...said, tableId, versionNumber: number, licence: '', library: false, createdAt };
}

interface Place {
  readonly name: string;
  readonly id: string;
}

const placeOf = ({ name, tableId }: SizeTable): Place => ({ name, id: tableId });

/** By the bytes of the names, in the order of the stores. */
function compare(a: Place, b: Place): number {
  return Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}
