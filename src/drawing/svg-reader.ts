/**
 * Reads the lines of an SVG file in millimetres: paths and basic shapes, through groups, symbols and their uses,
 * transforms and view boxes. Hidden elements, and elements that are not lines, are left out and counted.
 */

import { type Affine, nested, placed, shift, stretch, unmoved } from '../geometry/affine.js';
import type { Point } from '../geometry/point.js';
import { LeftOut } from './left-out.js';
import { boxOf, type PlaneBox } from './plane.js';
import { type ClipShape, ClipWork, clipShape, shownOf } from './svg-clip.js';
import {
  chosenOf,
  describe,
  isTextAsPaths,
  labelOf,
  localName,
  prefixOf,
  referenceOf,
  type SvgElement,
  SvgError,
} from './svg-element.js';
import { pixelMm, userLength } from './svg-length.js';
import { pageOf } from './svg-page.js';
import { groundOf, type Paint, paintOf } from './svg-paint.js';
import { shapeLines, shapes as shapeNames } from './svg-shapes.js';
import { SvgStyles } from './svg-style.js';
import { about, transformOf, type Viewport, viewBoxMap, viewBoxOf } from './svg-transform.js';

export interface SvgLine {
  /** The element's title or label; empty where it has none. */
  readonly id: string;
  /** Ids and labels of the groups around it, outermost first. */
  readonly groups: readonly string[];
  /** mm, y down. */
  readonly points: readonly Point[];
  readonly closed: boolean;
  /** `rect (background)`: the drawing lies on this line, not in it, unless its name says otherwise. */
  readonly ground?: string;
}

export interface SvgLines {
  readonly lines: readonly SvgLine[];
  readonly leftOut: LeftOut;
  /** Elements taken whole, although a clip or a mask hides a part of their content. */
  readonly clipped: LeftOut;
  /** Rules of style sheets that the reader does not understand and that may hide or move something. */
  readonly ignoredRules: number;
  /** Whether the size of the page sets the length of a unit. */
  readonly knowsUnit: boolean;
}

/** Flattened curves stray from the true ones by at most this, mm. */
const toleranceMm = 0.05;
const mostLines = 100_000;
const mostElements = 1_000_000;
const mostUses = 16;

/** Elements that others use, or that describe others. */
const undrawn = new Set([
  ...['defs', 'symbol', 'clipPath', 'mask', 'pattern', 'marker', 'linearGradient', 'radialGradient', 'filter'],
  ...['title', 'desc', 'metadata', 'style', 'script', 'view', 'font', 'cursor', 'color-profile'],
  ...['animate', 'animateTransform', 'animateMotion', 'set'],
]);
const containers = new Set(['g', 'a', 'svg', 'switch']);

/** The properties that an element inherits from those around it. */
interface Surroundings extends Paint {
  /** Whether a stroke has no width, so that it shows nothing. */
  readonly isThin: boolean;
  readonly map: Affine;
  readonly groups: readonly string[];
  readonly viewport: Viewport;
  readonly visible: boolean;
  readonly clips: readonly Clip[];
  readonly uses: number;
}

/** A clip of an element around it. */
interface Clip {
  readonly shapes: readonly ClipShape[];
  /** Counts the element, once, as taken whole. */
  readonly tellPartly: () => void;
}

/**
 * @param unitMm mm in a user unit of a file that sets none; default a pixel of CSS
 * @throws SvgError that names the element, where the root is not SVG or a shape is unreadable
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
  readonly #clipWork = new ClipWork();
  /** The elements that are being drawn, outermost first. */
  readonly #open = new Set<SvgElement>();
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
    const { map, viewport, knowsUnit } = pageOf(this.#root, this.#styles, this.#unitMm);
    const [right, bottom] = [viewport.x + viewport.width, viewport.y + viewport.height];
    this.#page = boxOf([placed(map, [viewport.x, viewport.y]), placed(map, [right, bottom])]);
    this.#draw(this.#root, {
      map,
      groups: [],
      viewport,
      visible: true,
      fill: null,
      stroke: 'none',
      isThin: false,
      clips: [],
      uses: 0,
    });
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
    if (this.#isHidden(element)) {
      this.#countShapes(element, 'hidden');
      return;
    }
    if (isTextAsPaths(element, name)) {
      this.#leftOut.add(['text as paths', 'texts as paths']);
      return;
    }
    const own = this.#clippedBy(element, name, this.#within(element, around));
    if (shapeNames.has(name)) this.#shape(element, name, own);
    else if (name === 'use') this.#use(element, own);
    else if (containers.has(name)) this.#opened(element, () => this.#children(element, name, own));
    else this.#leftOut.add(name);
  }

  #isHidden(element: SvgElement): boolean {
    const style = (property: string) => this.#styles.value(element, property);
    return style('display') === 'none' || Number.parseFloat(style('opacity') ?? '1') === 0;
  }

  #opened(element: SvgElement, draw: () => void): void {
    this.#open.add(element);
    draw();
    this.#open.delete(element);
  }

  /** With the element's own transform and paint. */
  #within(element: SvgElement, around: Surroundings): Surroundings {
    const style = (property: string) => this.#styles.value(element, property);
    const [visibility, width] = [style('visibility'), style('stroke-width')];
    return {
      ...around,
      map: nested(around.map, this.#transform(element, around.viewport)),
      visible: visibility === undefined ? around.visible : visibility === 'visible',
      fill: paintOf(style('fill'), style('fill-opacity')) ?? around.fill,
      stroke: paintOf(style('stroke'), style('stroke-opacity')) ?? around.stroke,
      isThin: width === undefined ? around.isThin : Number.parseFloat(width) === 0,
    };
  }

  /** With the element's own clip. A mask is counted. */
  #clippedBy(element: SvgElement, name: string, own: Surroundings): Surroundings {
    if ((this.#styles.value(element, 'mask') ?? 'none') !== 'none') this.#clipped.add(`${name} (mask)`);
    const text = this.#styles.value(element, 'clip-path') ?? 'none';
    if (text === 'none') return own;
    let told = false;
    const tellPartly = (): void => {
      if (!told) this.#clipped.add(`${name} (clip-path)`);
      told = true;
    };
    const shapes = this.#clipShapes(text, own);
    if (shapes) return { ...own, clips: [...own.clips, { shapes, tellPartly }] };
    tellPartly();
    return own;
  }

  /** Null where the clip has more than shapes in the units of the element. */
  #clipShapes(text: string, { map, viewport }: Surroundings): ClipShape[] | null {
    const [, id = ''] = /^url\(\s*["']?#([^"')]+)["']?\s*\)$/.exec(text) ?? [];
    const clip = this.#byId.get(id);
    if (!clip || localName(clip) !== 'clipPath' || this.#isClipped(clip)) return null;
    if (clip.attributes.get('clipPathUnits') === 'objectBoundingBox') return null;
    const shapes: ClipShape[] = [];
    const clipMap = nested(map, this.#transform(clip, viewport));
    for (const child of clip.children) {
      const style = (property: string) => this.#styles.value(child, property);
      if (undrawn.has(localName(child)) || style('display') === 'none' || style('visibility') === 'hidden') continue;
      const isUse = localName(child) === 'use';
      const shape = isUse ? this.#targetOf(child) : child;
      if (!shape || !shapeNames.has(localName(shape)) || this.#isClipped(child) || this.#isClipped(shape)) return null;
      const place = isUse ? nested(this.#transform(child, viewport), this.#placeOfUse(child, viewport)) : unmoved;
      const whole = nested(clipMap, place, this.#transform(shape, viewport));
      const own = (property: string) => this.#styles.value(shape, property);
      const lines = shapeLines(shape, localName(shape), own, viewport, toleranceMm / (stretch(whole) || 1));
      const rule = [shape, child, clip].map((each) => this.#styles.value(each, 'clip-rule')).find(Boolean);
      const loops = lines.map(({ points }) => points.map((point) => placed(whole, point)));
      shapes.push(clipShape(loops, rule === 'evenodd' ? 'evenodd' : 'nonzero'));
    }
    return shapes;
  }

  #isClipped(element: SvgElement): boolean {
    return ['clip-path', 'mask'].some((property) => (this.#styles.value(element, property) ?? 'none') !== 'none');
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

  #shape(element: SvgElement, name: string, around: Surroundings): void {
    const { map, groups, viewport, visible, fill } = around;
    const stroke = around.isThin ? 'none' : around.stroke;
    if (!visible) this.#leftOut.add(`${name} (hidden)`);
    else if (fill === 'none' && stroke === 'none') this.#leftOut.add(`${name} (neither filled nor stroked)`);
    else {
      const style = (property: string) => this.#styles.value(element, property);
      // a filled line without stroke looks closed
      const filled = fill !== null && fill !== 'none' && stroke === 'none';
      const lines = shapeLines(element, name, style, viewport, toleranceMm / (stretch(map) || 1)).map((line) => ({
        points: line.points.map((point) => placed(map, point)),
        closed: line.closed || (filled && line.points.length > 2),
      }));
      if (lines.length === 0) this.#leftOut.add(`${name} (without size)`);
      if (lines.some(({ points }) => points.some(([x, y]) => !Number.isFinite(x + y))))
        throw new SvgError(`${describe(element)} has no finite place`);
      const isFirst = this.#lines.length === 0;
      const shown = this.#shown(lines, around.clips);
      if (lines.length > 0 && shown.length === 0) this.#leftOut.add(`${name} (clipped away)`);
      for (const { points, closed } of shown) {
        if (this.#lines.length >= mostLines) throw new SvgError(`the file has more than ${mostLines} lines`);
        // a ground with an opening of its own is a part
        const ground = lines.length === 1 ? groundOf(points, { fill, stroke }, this.#page, isFirst) : null;
        const named = ground && { ground: `${name} (${ground})` };
        this.#lines.push({ id: labelOf(element), groups, points, closed, ...named });
      }
    }
  }

  /** The lines of a shape that the clips leave: all of them where one is hidden in part. */
  #shown<Line extends Pick<SvgLine, 'points' | 'closed'>>(lines: readonly Line[], clips: readonly Clip[]) {
    const partly: Clip[] = [];
    let rest = lines;
    for (const clip of clips) {
      const each = rest.map(({ points, closed }) => shownOf(clip.shapes, points, closed, this.#clipWork));
      if (each.includes('partly')) partly.push(clip);
      else rest = rest.filter((_, i) => each[i] === 'whole');
    }
    if (rest.length > 0) for (const { tellPartly } of partly) tellPartly();
    return rest;
  }

  #children(element: SvgElement, name: string, around: Surroundings): void {
    const isRoot = element === this.#root;
    const inner = name === 'svg' && !isRoot ? this.#viewport(element, element, around) : around;
    const label = isRoot ? '' : labelOf(element);
    const named = label === '' ? inner : { ...inner, groups: [...inner.groups, label] };
    const shown = name === 'switch' ? chosenOf(element) : element.children;
    for (const child of shown) this.#draw(child, named);
  }

  /**
   * Into the user units of an inner `svg` or a `symbol`.
   *
   * @param sized the element that sets the size: itself, or the `use` of it
   */
  #viewport(element: SvgElement, sized: SvgElement, around: Surroundings): Surroundings {
    const { width, height } = around.viewport;
    const length = (property: string, whole: number, otherwise: number): number => {
      const text = this.#styles.value(sized, property) ?? this.#styles.value(element, property) ?? 'auto';
      const value = text === 'auto' ? otherwise : userLength(text, whole);
      if (value === null)
        throw new SvgError(`${describe(sized)}: ${property} is ${JSON.stringify(text)}, which is not a length`);
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
    const target = this.#targetOf(element);
    if (!target) {
      this.#leftOut.add(`use (of ${referenceOf(element).startsWith('#') ? 'a missing element' : 'another file'})`);
      return;
    }
    if (this.#open.has(target)) {
      this.#leftOut.add('use (of an element around it)');
      return;
    }
    if (around.uses === mostUses) {
      this.#leftOut.add(`use (in more than ${mostUses} others)`);
      return;
    }
    // letters of a page converted to SVG (Cairo, Poppler, MuPDF)
    if (/^(glyph|font)[-_\d]/.test(target.attributes.get('id')!)) {
      this.#leftOut.add(['letter as path', 'letters as paths']);
      return;
    }
    const label = labelOf(element);
    const moved: Surroundings = {
      ...around,
      map: nested(around.map, this.#placeOfUse(element, around.viewport)),
      groups: label === '' ? around.groups : [...around.groups, label],
      uses: around.uses + 1,
    };
    const name = localName(target);
    if (name !== 'symbol' && name !== 'svg') {
      this.#draw(target, moved);
      return;
    }
    if (this.#isHidden(target)) {
      for (const child of target.children) this.#countShapes(child, 'hidden');
      return;
    }
    const inner = this.#viewport(target, element, this.#clippedBy(target, name, this.#within(target, moved)));
    const own = labelOf(target);
    const named = own === '' ? inner : { ...inner, groups: [...inner.groups, own] };
    this.#opened(target, () => {
      for (const child of target.children) this.#draw(child, named);
    });
  }

  #targetOf(use: SvgElement): SvgElement | undefined {
    const reference = referenceOf(use);
    return reference.startsWith('#') ? this.#byId.get(reference.slice(1)) : undefined;
  }

  #placeOfUse(use: SvgElement, { width, height }: Viewport): Affine {
    const length = (property: string, whole: number): number => {
      const value = userLength(this.#styles.value(use, property) ?? '0', whole);
      if (value === null) throw new SvgError(`${describe(use)}: ${property} is not a length`);
      return value;
    };
    return shift(length('x', width), length('y', height));
  }

  #countShapes(element: SvgElement, reason: string): void {
    const name = localName(element);
    if (undrawn.has(name)) return;
    if (!containers.has(name)) this.#leftOut.add(`${name} (${reason})`);
    else for (const child of element.children) this.#countShapes(child, reason);
  }
}
