/** Puts the shapes of a drawing onto the pages of a PDF. */
import {
  closePath,
  concatTransformationMatrix,
  lineTo,
  moveTo,
  PDFOperator,
  PDFOperatorNames,
  type PDFPage,
  popGraphicsState,
  pushGraphicsState,
  rgb,
  setDashPattern,
  setFillingRgbColor,
  setLineJoin,
  setLineWidth,
  setStrokingRgbColor,
  stroke,
} from 'pdf-lib';
import { arcCurve } from '../geometry/curve.js';
import type { Point } from '../geometry/point.js';
import type { Box, DrawnShape, Style, TextShape } from './drawing.js';
import type { PdfFonts } from './pdf-fonts/pdf-fonts.js';
import type { PdfLayers } from './pdf-layers.js';
import { mmToPoints } from './tiles.js';

/** From mm with y down, `box` at the page's top left plus `shift`, to points with y up. */
export function window(box: Box, shift: Point, pageHeight = box.maxY - box.minY + 2 * shift[1]): PDFOperator[] {
  const k = mmToPoints;
  return [
    pushGraphicsState(),
    concatTransformationMatrix(k, 0, 0, -k, k * (shift[0] - box.minX), k * (pageHeight - shift[1] + box.minY)),
  ];
}

/** Draws shapes of a drawing onto pages. */
export class Pen {
  readonly #fonts: PdfFonts;
  readonly #layers: PdfLayers;

  constructor(fonts: PdfFonts, layers: PdfLayers) {
    this.#fonts = fonts;
    this.#layers = layers;
  }

  /** Shapes in mm, y down, inside a `window`. */
  draw(page: PDFPage, shapes: readonly DrawnShape[]): void {
    this.#layers.nameOn(page);
    let open: string | null = null;
    for (const shape of shapes) {
      const layer = this.#layers.has(shape.layer) ? shape.layer : null;
      if (layer !== open) page.pushOperators(...this.#layers.change(open, layer));
      open = layer;
      if (shape.kind === 'text') this.#text(page, shape);
      else if (shape.kind === 'circle')
        this.#path(
          page,
          [arcCurve(shape.center, [shape.radius, shape.radius], 0, 360).flatten(0.02)],
          true,
          shape.style,
        );
      else this.#path(page, [shape.points, ...(shape.holes ?? [])], shape.closed, shape.style);
    }
    page.pushOperators(...this.#layers.change(open, null));
  }

  /** mm, at capitals of a height in mm. */
  widthOf(content: string, height: number): number {
    return this.#fonts.set(content, height).width;
  }

  #path(page: PDFPage, rings: readonly (readonly Point[])[], closed: boolean, style: Style): void {
    const trace = rings.flatMap((ring): PDFOperator[] => [
      ...ring.map(([x, y], i) => (i === 0 ? moveTo(x, y) : lineTo(x, y))),
      ...(closed ? [closePath()] : []),
    ]);
    if (style.fill) {
      const [r, g, b] = channels(style.fill, style.fillOpacity ?? 1);
      page.pushOperators(setFillingRgbColor(r, g, b), ...trace, PDFOperator.of(PDFOperatorNames.FillEvenOdd));
    }
    if (style.stroke) {
      const [r, g, b] = channels(style.stroke, 1);
      page.pushOperators(
        setStrokingRgbColor(r, g, b),
        setLineWidth(style.strokeWidth ?? 0.5),
        setLineJoin(1),
        setDashPattern([...(style.dash ?? [])], 0),
        ...trace,
        stroke(),
      );
    }
  }

  #text(page: PDFPage, shape: TextShape): void {
    const { content, font, size, width } = this.#fonts.set(shape.text, shape.height);
    const shift = shape.anchor === 'start' ? 0 : shape.anchor === 'middle' ? -width / 2 : -width;
    const angle = (shape.rotation * Math.PI) / 180;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    // draws letters upright: the window has turned y over
    page.pushOperators(pushGraphicsState(), concatTransformationMatrix(cos, sin, sin, -cos, shape.at[0], shape.at[1]));
    const [r, g, b] = channels(shape.color, 1);
    page.drawText(content, { x: shift, y: 0, size, font, color: rgb(r, g, b) });
    page.pushOperators(popGraphicsState());
  }
}

/** `#rrggbb` on white paper at an opacity, as shares of 1. */
function channels(color: string, opacity: number): [number, number, number] {
  const part = (start: number): number => {
    const value = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return 1 - opacity * (1 - value);
  };
  return [part(1), part(3), part(5)];
}
