/** The size of an SVG's page, and the length of its units. */
import { type Affine, nested, shift } from '../geometry/affine.js';
import type { SvgElement } from './svg-element.js';
import { lengthOf, pixelMm, type SvgLength } from './svg-length.js';
import type { SvgStyles } from './svg-style.js';
import { type ViewBox, viewBoxMap, viewBoxOf } from './svg-transform.js';

export interface SvgPage {
  /** From user units to mm. */
  readonly map: Affine;
  /** User units. */
  readonly viewport: ViewBox;
  /** Whether its size says how long a unit is. */
  readonly knowsUnit: boolean;
}

/**
 * The view box and the size of the page set the length of a unit.
 *
 * @param unitMm mm in a user unit of a page that sets none
 */
export function pageOf(root: SvgElement, styles: SvgStyles, unitMm: number): SvgPage {
  const box = viewBoxOf(root.attributes.get('viewBox'));
  const [width, height] = ['width', 'height'].map((key) => sizeOf(root, styles, key));
  if (!box) {
    const size = { x: 0, y: 0, width: (width?.mm ?? 0) / pixelMm, height: (height?.mm ?? 0) / pixelMm };
    return { map: [unitMm, 0, 0, unitMm, 0, 0], viewport: size, knowsUnit: false };
  }
  const knowsUnit = (width?.real ?? false) || (height?.real ?? false);
  // pixels are units of the page
  const mm = knowsUnit ? 1 : unitMm / pixelMm;
  const across = width ? width.mm * mm : null;
  const down = height ? height.mm * mm : null;
  if (across === null && down === null) {
    return { map: nested([unitMm, 0, 0, unitMm, 0, 0], shift(-box.x, -box.y)), viewport: box, knowsUnit };
  }
  // a missing side follows from the other
  const page = {
    width: across ?? (down! * box.width) / box.height,
    height: down ?? (across! * box.height) / box.width,
  };
  return { map: viewBoxMap(box, page, root.attributes.get('preserveAspectRatio')), viewport: box, knowsUnit };
}

/** A style often fits the page to a screen, so a real length of the attribute goes before pixels of the style. */
function sizeOf(root: SvgElement, styles: SvgStyles, key: string): SvgLength | null {
  const [styled, plain] = [styles.value(root, key), root.attributes.get(key)].map((text) => lengthOf(text ?? ''));
  return (styled?.real ? styled : null) ?? (plain?.real ? plain : null) ?? styled ?? plain ?? null;
}
