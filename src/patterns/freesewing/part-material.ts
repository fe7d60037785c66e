/** The cloth of a FreeSewing part, and its number of copies. */
import type { CutLine, PartCutting } from './cut-list.js';
import type { FreesewingPart } from './design.js';
import { classesOf, seamPath } from './part-lines.js';

export interface Copies {
  readonly material: string;
  readonly quantity: number;
  /** Whether half of them are mirror images. */
  readonly mirrored: boolean;
}

/** FreeSewing's outline classes that name a cloth. */
const materials = ['fabric', 'lining', 'interfacing', 'canvas', 'ribbing', 'contrast'];

/**
 * The copies of a part, by material. One copy on the fold is two of a half without a fold: its right and its left.
 *
 * @param folded whether the part has a fold
 */
export function copiesOf(
  partName: string,
  part: FreesewingPart,
  { lines }: Pick<PartCutting, 'lines'>,
  folded: boolean,
): Copies[] {
  const drawn = drawnMaterial(partName, part);
  if (lines.length === 0) return [{ material: drawn, quantity: 1, mirrored: false }];
  const byMaterial = new Map<string, CutLine[]>();
  for (const line of lines) {
    const material = line.material ?? drawn;
    byMaterial.set(material, [...(byMaterial.get(material) ?? []), line]);
  }
  return [...byMaterial].map(([material, ofMaterial]) => {
    const quantity = ofMaterial.reduce((sum, { count }) => sum + count, 0);
    if (!folded && ofMaterial.some(({ onFold }) => onFold)) {
      return { material, quantity: Math.max(2, quantity), mirrored: true };
    }
    return {
      material,
      quantity,
      mirrored: !folded && ofMaterial.some(({ count, identical }) => count > 1 && !identical),
    };
  });
}

/** By the drawing of the outline; else by the part's name; else the main fabric. */
function drawnMaterial(partName: string, part: FreesewingPart): string {
  const path = seamPath(part);
  const drawn = path && classesOf(path).find((name) => materials.includes(name));
  return drawn ?? materials.find((material) => partName.toLowerCase().includes(material)) ?? 'fabric';
}
