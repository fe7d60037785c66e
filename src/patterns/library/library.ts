/** The patterns that every installation publishes at its first start. Ids and dates are fixed: versions never change. */
import type { Json } from '../../json/json.js';
import { contentHash, type PatternVersion } from '../pattern-version.js';
import aLineSkirt1 from './a-line-skirt.1.json' with { type: 'json' };
import aLineSkirt2 from './a-line-skirt.2.json' with { type: 'json' };
import aLineSkirt3 from './a-line-skirt.3.json' with { type: 'json' };
import aLineSkirt4 from './a-line-skirt.4.json' with { type: 'json' };
import bodiceBlock1 from './bodice-block.1.json' with { type: 'json' };
import bodiceBlock2 from './bodice-block.2.json' with { type: 'json' };
import bodiceBlock3 from './bodice-block.3.json' with { type: 'json' };
import { freesewingVersions } from './freesewing-library.js';
import pencilSkirt1 from './pencil-skirt.1.json' with { type: 'json' };
import pencilSkirt2 from './pencil-skirt.2.json' with { type: 'json' };
import pencilSkirt3 from './pencil-skirt.3.json' with { type: 'json' };
import pictures from './pictures.json' with { type: 'json' };
import toteBag1 from './tote-bag.1.json' with { type: 'json' };
import toteBag2 from './tote-bag.2.json' with { type: 'json' };
import trousersBlock1 from './trousers-block.1.json' with { type: 'json' };
import trousersBlock2 from './trousers-block.2.json' with { type: 'json' };
import trousersBlock3 from './trousers-block.3.json' with { type: 'json' };

interface NamedContent {
  readonly name: string;
  readonly description: string;
}

function definition(
  patternId: string,
  versionId: string,
  versionNumber: number,
  publishedAt: string,
  content: NamedContent,
): PatternVersion {
  const { name, description } = content;
  const json = content as NamedContent & Json;
  return {
    patternId,
    versionId,
    versionNumber,
    kind: 'definition',
    name,
    description,
    content: json,
    sha256: contentHash('definition', json),
    publishedAt,
  };
}

const aLineSkirt = '5f0a7a52-6c1d-4a6e-9a55-0f6c1b7e0001';
const bodiceBlock = '7fd2ba78-85d9-442f-8020-a1bcd9328b9b';
const pencilSkirt = '78d1dbf3-a59a-40e0-b3ee-77fde9bbea54';
const toteBag = 'd0246220-4894-4aa9-b7d5-69fbf10b2895';
const trousersBlock = 'f9d42334-6d85-4897-a051-16884a9d36ac';

/** All versions of all library patterns, the versions of one pattern in order. */
export function libraryVersions(): PatternVersion[] {
  return [
    definition(aLineSkirt, '5f0a7a52-6c1d-4a6e-9a55-0f6c1b7e1001', 1, '2026-11-02T09:00:00Z', aLineSkirt1),
    definition(aLineSkirt, '5f0a7a52-6c1d-4a6e-9a55-0f6c1b7e1002', 2, '2026-11-16T09:00:00Z', aLineSkirt2),
    definition(aLineSkirt, 'b9d677ff-5b8b-4319-a289-162a172723b2', 3, '2026-11-24T09:00:00Z', aLineSkirt3),
    definition(aLineSkirt, '9b4428b6-d33e-4c10-849c-7d6157b1a318', 4, '2026-11-24T21:00:00Z', aLineSkirt4),
    definition(bodiceBlock, '58fca44e-81cd-4419-99f8-897ac23fb57d', 1, '2026-11-16T09:00:00Z', bodiceBlock1),
    definition(bodiceBlock, 'a4140fa3-2a1f-4d4b-933b-7fc2fe39518a', 2, '2026-11-24T09:00:00Z', bodiceBlock2),
    definition(bodiceBlock, '17d0da9b-c479-4718-90cd-290a5943e931', 3, '2026-11-24T21:00:00Z', bodiceBlock3),
    definition(pencilSkirt, 'f9b39a9c-51c7-4e08-ab20-7225c84bf244', 1, '2026-11-16T09:00:00Z', pencilSkirt1),
    definition(pencilSkirt, '2c3e4f7e-e411-4256-b594-3d13631a2892', 2, '2026-11-24T09:00:00Z', pencilSkirt2),
    definition(pencilSkirt, 'f860e97b-51d4-4078-b66a-f8130cbac769', 3, '2026-11-24T21:00:00Z', pencilSkirt3),
    definition(toteBag, '486ba3c4-c313-4912-8d4b-f384d439597f', 1, '2026-11-16T09:00:00Z', toteBag1),
    definition(toteBag, '84385328-e5a9-4d7e-a2af-ef295a836b03', 2, '2026-11-24T21:00:00Z', toteBag2),
    definition(trousersBlock, '1bf01ce2-e593-4ff0-8e61-7711045fae04', 1, '2026-11-16T09:00:00Z', trousersBlock1),
    definition(trousersBlock, 'f970476e-287b-4a25-86e8-5ba057ab8ede', 2, '2026-11-24T09:00:00Z', trousersBlock2),
    definition(trousersBlock, '9398c925-bf3e-4a08-bf9d-480d6a3edaad', 3, '2026-11-24T21:00:00Z', trousersBlock3),
    ...freesewingVersions(),
  ];
}

/** Pictures of all versions at their defaults by `sha256`, drawn beforehand: all of them together take seconds. */
export const libraryPictures: ReadonlyMap<string, string> = new Map(Object.entries<string>(pictures));
