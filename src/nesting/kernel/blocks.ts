/**
 * The blocks of memory that pass items and types to the kernel: one word of 32 bits for each name, in this order.
 * TypeScript writes them and AssemblyScript reads them, so this file is valid in both languages.
 */

/** Counts, and addresses of the arrays of items; `assembly/items.ts` documents them. */
export enum ItemWord {
  all,
  free,
  x,
  y,
  halfX,
  halfY,
  type,
  orientation,
  weights,
  losses,
  order,
  pairs,
  pairCapacity,
}

/**
 * Weighings of a pair by its outlines before it gets a table: they cost about half as much as the table, so that few pairs are paid
 * twice. No address of a table is so low.
 */
export const weighingsBeforeTable = 64;

/** Counts, and addresses of the arrays of types, orientations and pairs; `assembly/types.ts` documents them. */
export enum TypeWord {
  types,
  orientations,
  differences,
  boxes,
  allowed,
  allowedCount,
  width,
  diameter,
  smallSide,
  margin,
  reach,
  cosine,
  sine,
  difference,
  directory,
  outlines,
}
