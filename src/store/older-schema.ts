/** The refusal of a store that an older version of Selvage may still serve. */
export const olderSchema = (version: number): Error =>
  new Error(
    `it is of an older version of Selvage, with schema ${version}: end the service of that version, and run selvage migrate`,
  );
