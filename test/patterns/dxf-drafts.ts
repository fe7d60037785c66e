/** Every pattern of the library, drafted once and written as apparel DXF. */
import type { Draft } from '../../src/patterns/draft.js';
import { draftToDxf } from '../../src/patterns/draft-files.js';
import { libraryVersions } from '../../src/patterns/library/library.js';
import { draft } from '../../src/patterns/patterns.js';

export const latest = [...new Map(libraryVersions().map((version) => [version.patternId, version])).values()];
export const drafts: { draft: Draft; publishedAt: string }[] = [];
for (const version of latest)
  drafts.push({ draft: await draft(version, { variables: {}, unfold: true }), publishedAt: version.publishedAt });

export const dialects = ['astm', 'aama'] as const;
export const write = (
  entry: (typeof drafts)[number],
  dialect: 'astm' | 'aama',
  units: 'metric' | 'english' = 'metric',
): string => draftToDxf(entry.draft, { dialect, units, size: 'MTM', unfold: true, publishedAt: entry.publishedAt });
