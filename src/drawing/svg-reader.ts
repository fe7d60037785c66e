/**
 * Reads the lines of an SVG file in millimetres: paths and basic shapes, through groups, symbols and what uses them, their
 * transforms and view boxes. What is not shown, or is no line, is left out and counted.
 */

import { type Affine, nested, placed, shift, stretch, unmoved } from '../geometry/affine.js';
import type { Point } from '../geometry/point.js';
import { LeftOut } from './left-out.js';
import { boxOf, type PlaneBox } from './plane.js';
import { describe, labelOf, localName, prefixOf, type SvgElement, SvgError } from './svg-element.js';
import { lengthOf, pixelMm, userLength } from './svg-length.js';
import { shapeLines, shapes } from './svg-shapes.js';
import { SvgStyles } from './svg-style.js';
import { about, transformOf, type ViewBox, type Viewport, viewBoxMap, viewBoxOf } from './svg-transform.js';

export interface SvgLine {
  /** Of the element, its title or label; empty where it has none. */
  readonly id: string;
  /** Ids and labels of the groups around it, outermost first. */
  readonly groups: readonly string[];
  /** mm, y down. */
  readonly points: readonly Point[];
  readonly closed: boolean;
}

export interface SvgLines {
  readonly lines: readonly SvgLine[];
  readonly leftOut: LeftOut;
  /** Elements that are taken whole, although a clip or a mask hides a part of them. */
  readonly clipped: LeftOut;
  /** Rules of style sheets that are not understood and may hide or move something. */
  readonly ignoredRules: number;
  /** Whether the size of the page says how long a unit is. */
  readonly knowsUnit: boolean;
}

/** Flattened curves are nowhere farther than this from the true ones, mm. */
const toleranceMm = 0.05;
const mostLines = 100_000;
const mostElements = 1_000_000;
const mostUses = 16;

/** What is there to be used by others, or says something of them. */
const undrawn = new Set([
  ...['defs', 'symbol', 'clipPath', 'mask', 'pattern', 'marker', 'linearGradient', 'radialGradient', 'filter'],
  ...['title', 'desc', 'metadata', 'style', 'script', 'view', 'font', 'cursor', 'color-profile'],
  ...['animate', 'animateTransform', 'animateMotion', 'set'],
]);
const containers = new Set(['g', 'a', 'svg', 'switch']);

/** What an element takes over from those around it. */
interface Surroundings {
  readonly map: Affine;
  readonly groups: readonly string[];
  readonly viewport: Viewport;
  readonly visible: boolean;
  /** Null: nothing around it says, which is black. */
  readonly fill: string | null;
  readonly stroke: string;
  readonly uses: number;
}

/**
 * @param unitMm mm in a user unit of a file that does not say; default a pixel of CSS
 * @throws SvgError where the root is no SVG, or a shape cannot be read; it names the element
 */
export function readSvgLines(root: SvgElement, unitMm = pixelMm): SvgLines {
  if (localName(root) !== 'svg') throw new SvgError(`the file is <${root.name}>, not <svg>`);
  return new SvgReader(root, unitMm).read();
}

class SvgReader {
  readonly #root: SvgElement;
  readonly #unitMm: number;
  readonly #byId = new Map<string, SvgElement>();
  readonly #styles: SvgStyles;
  readonly #lines: SvgLine[] = [];
  readonly #leftOut = new LeftOut();
  readonly #clipped = new LeftOut();
  #page: PlaneBox = boxOf([]);
  #seen = 0;

  constructor(root: SvgElement, unitMm: number) {
    this.#root = root;
    this.#unitMm = unitMm;
    const parents = new Map<SvgElement, SvgElement>();
    const sheets: string[] = [];
    const index = (element: SvgElement): void => {
      const id = element.attributes.get('id');
      if (id !== undefined && !this.#byId.has(id)) this.#byId.set(id, element);
      if (localName(element) === 'style') sheets.push(element.text);
      for (const child of element.children) {
        parents.set(child, element);
        index(child);
      }
    };
    index(root);
    this.#styles = new SvgStyles(sheets, parents);
  }

  read(): SvgLines {
    const { map, viewport, knowsUnit } = pageOf(this.#root, this.#unitMm);
    const [right, bottom] = [viewport.x + viewport.width, viewport.y + viewport.height];
    this.#page = boxOf([placed(map, [viewport.x, viewport.y]), placed(map, [right, bottom])]);
    this.#draw(this.#root, { map, groups: [], viewport, visible: true, fill: null, stroke: 'none', uses: 0 });
    return {
      lines: this.#lines,
      leftOut: this.#leftOut,
      clipped: this.#clipped,
      ignoredRules: this.#styles.ignored,
      knowsUnit,
    };
  }

  #draw(element: SvgElement, around: Surroundings): void {
    if (++this.#seen > mostElements) throw new SvgError(`the file shows more than ${mostElements} elements`);
    const name = localName(element);
    // elements of other vocabularies (Inkscape, Illustrator) are not drawn
    if (prefixOf(element) !== prefixOf(this.#root) && prefixOf(element) !== 'svg:') return;
    if (undrawn.has(name)) return;
    const style = (property: string) => this.#styles.value(element, property);
    if (style('display') === 'none' || Number.parseFloat(style('opacity') ?? '1') === 0) {
      this.#countShapes(element, 'hidden');
      return;
    }
    if (isTextAsPaths(element, name)) {
      this.#leftOut.add(['text as paths', 'texts as paths']);
      return;
    }
    for (const property of ['clip-path', 'mask']) {
      if ((style(property) ?? 'none') !== 'none') this.#clipped.add(`${name} (${property})`);
    }
    const own = this.#within(element, around);
    if (shapes.has(name)) this.#shape(element, name, own);
    else if (name === 'use') this.#use(element, own);
    else if (containers.has(name)) this.#children(element, name, own);
    else this.#leftOut.add(name);
  }

  /** With the element's own transform and paint. */
  #within(element: SvgElement, around: Surroundings): Surroundings {
    const style = (property: string) => this.#styles.value(element, property);
    const visibility = style('visibility');
    return {
      ...around,
      map: nested(around.map, this.#transform(element, around.viewport)),
      visible: visibility === undefined ? around.visible : visibility === 'visible',
      fill: paintOf(style('fill'), style('fill-opacity')) ?? around.fill,
      stroke: paintOf(style('stroke'), style('stroke-opacity')) ?? around.stroke,
    };
  }

  #transform(element: SvgElement, viewport: Viewport): Affine {
    const style = (property: string) => this.#styles.value(element, property);
    const text = style('transform');
    const apart = ['rotate', 'scale', 'translate'].find((property) => (style(property) ?? 'none') !== 'none');
    if (apart) throw new SvgError(`${describe(element)}: the property ${apart} is not read; use transform`);
    if (text === undefined) return unmoved;
    try {
      const map = transformOf(text, viewport);
      const origin = style('transform-origin');
      if (/^(fill|content|stroke|border)-box$/.test(style('transform-box') ?? ''))
        throw new SyntaxError('transform-box is not read');
      return origin === undefined ? map : about(origin, map, viewport);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      throw new SvgError(`${describe(element)}: ${error.message}`, { cause: error });
    }
  }

  #shape(element: SvgElement, name: string, { map, groups, viewport, visible, fill, stroke }: Surroundings): void {
    if (!visible) this.#leftOut.add(`${name} (hidden)`);
    else if (fill === 'none' && stroke === 'none') this.#leftOut.add(`${name} (neither filled nor stroked)`);
    else {
      const style = (property: string) => this.#styles.value(element, property);
      // what is only filled is shown as if it were closed
      const filled = fill !== null && fill !== 'none' && stroke === 'none';
      const lines = shapeLines(element, name, style, viewport, toleranceMm / (stretch(map) || 1));
      if (lines.length === 0) this.#leftOut.add(`${name} (without size)`);
      for (const { points, closed } of lines) {
        if (this.#lines.length >= mostLines) throw new SvgError(`the file has more than ${mostLines} lines`);
        const drawn = points.map((point) => placed(map, point));
        if (isWhite(fill) && stroke === 'none' && isPaper(drawn, this.#page)) {
          this.#leftOut.add(`${name} (white paper)`);
          continue;
        }
        if (drawn.some(([x, y]) => !Number.isFinite(x + y)))
          throw new SvgError(`${describe(element)} has no finite place`);
        this.#lines.push({
          id: labelOf(element),
          groups,
          points: drawn,
          closed: closed || (filled && points.length > 2),
        });
      }
    }
  }

  #children(element: SvgElement, name: string, around: Surroundings): void {
    const isRoot = element === this.#root;
    const inner = name === 'svg' && !isRoot ? this.#viewport(element, element, around) : around;
    const label = isRoot ? '' : labelOf(element);
    const named = label === '' ? inner : { ...inner, groups: [...inner.groups, label] };
    const shown = name === 'switch' ? element.children.filter(isUnconditional).slice(0, 1) : element.children;
    for (const child of shown) this.#draw(child, named);
  }

  /**
   * Into the user units of an inner `svg` or a `symbol`.
   *
   * @param sized the element that says how large it is: itself, or the `use` of it
   */
  #viewport(element: SvgElement, sized: SvgElement, around: Surroundings): Surroundings {
    const { width, height } = around.viewport;
    const length = (property: string, whole: number, otherwise: number): number => {
      const text = this.#styles.value(sized, property) ?? this.#styles.value(element, property) ?? 'auto';
      const value = text === 'auto' ? otherwise : userLength(text, whole);
      if (value === null)
        throw new SvgError(`${describe(sized)}: ${property} is ${JSON.stringify(text)}, which is no length`);
      return value;
    };
    const size = { width: length('width', width, width), height: length('height', height, height) };
    const place = sized === element ? shift(length('x', width, 0), length('y', height, 0)) : unmoved;
    const box = viewBoxOf(element.attributes.get('viewBox'));
    if (!box) return { ...around, map: nested(around.map, place), viewport: size };
    const view = viewBoxMap(box, size, element.attributes.get('preserveAspectRatio'));
    return { ...around, map: nested(around.map, place, view), viewport: box };
  }

  #use(element: SvgElement, around: Surroundings): void {
    const [, reference] = [...element.attributes].find(([key]) => /^(\w+:)?href$/.test(key)) ?? ['', ''];
    const target = reference.startsWith('#') ? this.#byId.get(reference.slice(1)) : undefined;
    if (!target) {
      this.#leftOut.add(`use (of ${reference.startsWith('#') ? 'what is not there' : 'another file'})`);
      return;
    }
    if (around.uses === mostUses) {
      this.#leftOut.add(`use (in more than ${mostUses} others)`);
      return;
    }
    // letters of a page that was turned into SVG (Cairo, Poppler, MuPDF)
    if (/^(glyph|font)[-_\d]/.test(target.attributes.get('id')!)) {
      this.#leftOut.add(['letter as path', 'letters as paths']);
      return;
    }
    const { width, height } = around.viewport;
    const length = (property: string, whole: number): number => {
      const value = userLength(this.#styles.value(element, property) ?? '0', whole);
      if (value === null) throw new SvgError(`${describe(element)}: ${property} is no length`);
      return value;
    };
    const label = labelOf(element);
    const moved: Surroundings = {
      ...around,
      map: nested(around.map, shift(length('x', width), length('y', height))),
      groups: label === '' ? around.groups : [...around.groups, label],
      uses: around.uses + 1,
    };
    const name = localName(target);
    if (name !== 'symbol' && name !== 'svg') {
      this.#draw(target, moved);
      return;
    }
    if (this.#styles.value(target, 'display') === 'none') {
      this.#countShapes(target, 'hidden');
      return;
    }
    const inner = this.#viewport(target, element, this.#within(target, moved));
    const own = labelOf(target);
    for (const child of target.children)
      this.#draw(child, own === '' ? inner : { ...inner, groups: [...inner.groups, own] });
  }

  #countShapes(element: SvgElement, reason: string): void {
    const name = localName(element);
    if (undrawn.has(name)) return;
    if (!containers.has(name)) this.#leftOut.add(`${name} (${reason})`);
    else for (const child of element.children) this.#countShapes(child, reason);
  }
}

const isWhite = (paint: string | null): boolean =>
  /^(white|#fff|#ffffff|rgb\(\s*(255|100%)\s*,\s*(255|100%)\s*,\s*(255|100%)\s*\))$/i.test(paint ?? '');

/** Whether four corners are those of the page, or lie beyond them, mm. */
function isPaper(points: readonly Point[], page: PlaneBox): boolean {
  const box = boxOf(points);
  const [across, down] = [page.right - page.left, page.bottom - page.top];
  const isRectangle =
    points.length === 4 &&
    points.every(([x, y]) => [box.left, box.right].includes(x) && [box.top, box.bottom].includes(y));
  if (!isRectangle || !(across > 0 && down > 0)) return false;
  const [dx, dy] = [0.001 * across, 0.001 * down];
  return (
    box.left <= page.left + dx &&
    box.right >= page.right - dx &&
    box.top <= page.top + dy &&
    box.bottom >= page.bottom - dy
  );
}

/** `none` where nothing is painted; null where the element does not say. */
function paintOf(paint: string | undefined, opacity: string | undefined): string | null {
  if (opacity !== undefined && Number.parseFloat(opacity) === 0) return 'none';
  if (paint === undefined) return null;
  return paint === 'transparent' ? 'none' : paint;
}

/** Inkscape keeps the letters of a text that it turns into paths as a label, and its font or id. */
const isTextAsPaths = ({ attributes }: SvgElement, name: string): boolean =>
  (name === 'g' || name === 'path') &&
  attributes.has('aria-label') &&
  (/\bfont-/.test(attributes.get('style') ?? '') || /^(text|tspan)/.test(attributes.get('id') ?? ''));

/** Of a switch the first child is shown that asks for nothing. */
const isUnconditional = (element: SvgElement): boolean =>
  localName(element) !== 'foreignObject' && !element.attributes.get('requiredExtensions');

/** From user units to mm: by the view box and the size of the page, which say how long a unit is. */
function pageOf(root: SvgElement, unitMm: number): { map: Affine; viewport: ViewBox; knowsUnit: boolean } {
  const box = viewBoxOf(root.attributes.get('viewBox'));
  const [width, height] = ['width', 'height'].map((key) => lengthOf(root.attributes.get(key) ?? ''));
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
  // a side that is not given follows from the other
  const page = {
    width: across ?? (down! * box.width) / box.height,
    height: down ?? (across! * box.height) / box.width,
  };
  return { map: viewBoxMap(box, page, root.attributes.get('preserveAspectRatio')), viewport: box, knowsUnit };
}
