/**
 * The blocks of memory that tell the kernel of items and of types: one word of 32 bits for each name, in this order.
 * TypeScript writes them and AssemblyScript reads them, so this file is valid in both languages.
 */

/** Counts, and addresses of what there is of each item; `assembly/items.ts` tells what lies there. */
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

/** Counts, and addresses of what each type, orientation or pair has; `assembly/types.ts` tells what lies there. */
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
  reach,
  cosine,
  sine,
  difference,
  directory,
}
