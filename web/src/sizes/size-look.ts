/** The lines of each size, the same on the drawing and beside the size's switch. Printed files have the same dashes. */
import { dashesOf } from '../../../src/patterns/grading/size-lines.js';

const colors = 8;

export interface SizeLook {
  /** Class of the color. */
  readonly color: string;
  readonly dash: string | undefined;
}

/** The look of each of the sizes, by its name. */
export function looksOf(names: readonly string[], base: string): ReadonlyMap<string, SizeLook> {
  const others = names.filter((name) => name !== base);
  return new Map(
    names.map((name): [string, SizeLook] => {
      const place = others.indexOf(name);
      if (place === -1) return [name, { color: 'size-base', dash: undefined }];
      return [name, { color: `size-color-${place % colors}`, dash: dashesOf(place).join(' ') }];
    }),
  );
}
