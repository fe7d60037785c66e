/** The patterns that the caller may read. */
import { effect, signal } from '@preact/signals';
import type { Pattern } from '../../../gen/selvage/pattern/v1/pattern_pb.js';
import { patternService } from '../service/clients.js';
import { key, organization } from '../service/key.js';
import { latest } from '../service/latest.js';
import { type Trouble, troubleOf } from '../service/trouble.js';

export const catalogue = signal<readonly Pattern[]>([]);
export const catalogueTrouble = signal<Trouble | null>(null);

const pageSize = 200;

const load = latest(150, async (_caller: string, signal) => {
  try {
    const patterns: Pattern[] = [];
    let pageToken = '';
    do {
      const page = await patternService.listPatterns({ pageSize, pageToken }, { signal });
      patterns.push(...page.patterns);
      pageToken = page.nextPageToken;
    } while (pageToken !== '');
    catalogue.value = patterns;
    catalogueTrouble.value = null;
  } catch (error) {
    const trouble = troubleOf(error);
    if (trouble) catalogueTrouble.value = trouble;
  }
});

/** Reads it again after a publication. */
export const reloadCatalogue = (): void => load('');

effect(() => {
  const caller = `${key.value} ${organization.value}`;
  if (key.value) load(caller);
});
