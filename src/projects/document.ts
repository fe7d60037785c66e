/** The document of a project: the one JSON text with everything of a page's work. Its file and the account hold the same. */

export const format = 'selvage-project';

/** Version of the form of the sections. */
export const version = 1;

/** The sections of a document. `people` holds measurements. */
export const sectionNames = [
  'people',
  'pattern',
  'sizes',
  'garments',
  'cut',
  'parts',
  'setup',
  'run',
  'markers',
  'order',
  'lays',
] as const;

export type SectionName = (typeof sectionNames)[number];

/** Characters of a name. */
export const longestName = 100;

/** Bytes of a document in UTF-8 that the account takes. */
export const largestDocument = 4 * 1024 * 1024;
