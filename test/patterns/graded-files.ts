/** Apparel DXF files with several sizes. */
import { dxfSource, entity, type Group, square, xy } from '../drawing/dxf-source.js';

export const text = (content: string): Group[] => entity('TEXT', [8, '1'], ...xy([[0, 0]]), [40, 5], [1, content]);
export const piece = (name: string, size: string, side: number, ...more: readonly Group[]): Group[] => [
  ...square(side, 0, 0, [8, '1']),
  ...text(`PIECE NAME: ${name}`),
  ...(size === '' ? [] : text(`SIZE: ${size}`)),
  ...more,
];
export const file = (blocks: Readonly<Record<string, readonly Group[]>>, ...style: readonly Group[]): string =>
  dxfSource(
    [...style, ...Object.keys(blocks).flatMap((name) => entity('INSERT', [8, '1'], [2, name], ...xy([[0, 0]])))],
    {
      blocks,
    },
  );

export const graded = file(
  {
    FRONT_S: piece('Front', 'S', 100),
    FRONT_M: piece('Front', 'M', 110),
    BACK_S: piece('Back', 'S', 120),
    BACK_M: piece('Back', 'M', 130),
    LABEL: piece('Label', '', 20),
  },
  ...text('Sample Size: M'),
);
