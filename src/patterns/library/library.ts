/** The patterns that every installation publishes at its first start. Ids and dates are fixed: versions never change. */
import { contentHash, type Json, type PatternVersion } from '../pattern-version.js';
import aLineSkirt1 from './a-line-skirt.1.json' with { type: 'json' };
import aLineSkirt2 from './a-line-skirt.2.json' with { type: 'json' };
import { freesewingVersions } from './freesewing-library.js';

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

/** All versions of all library patterns, the versions of one pattern in order. */
export function libraryVersions(): PatternVersion[] {
  return [
    definition(aLineSkirt, '5f0a7a52-6c1d-4a6e-9a55-0f6c1b7e1001', 1, '2026-11-02T09:00:00Z', aLineSkirt1),
    definition(aLineSkirt, '5f0a7a52-6c1d-4a6e-9a55-0f6c1b7e1002', 2, '2026-11-16T09:00:00Z', aLineSkirt2),
    ...freesewingVersions(),
  ];
}
