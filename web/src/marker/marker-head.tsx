/** The name and the cloth of a marker, over it on paper. */
import { boxOf } from '../../../src/drawing/plane.js';
import { lengthText } from '../shell/lengths.js';
import { isPrinted, PrintHead } from '../shell/print.js';
import { formOf } from './cloth.js';
import { markerOf } from './marker-of.js';
import { best, ground } from './run.js';

export function MarkerHead() {
  if (!isPrinted.value || !ground.value || !best.value) return null;
  return <PrintHead title={ground.value.title} facts={factsOf(ground.value, markerOf(ground.value, best.value))} />;
}

function factsOf(
  { fabric, unitMm, distance }: NonNullable<typeof ground.value>,
  { sheets, gravity }: ReturnType<typeof markerOf>,
): string[] {
  const upright = gravity === 'top' || gravity === 'bottom';
  const widths = sheets.map(({ outline }) => {
    const { left, top, right, bottom } = boxOf(outline);
    return lengthText(upright ? right - left : bottom - top);
  });
  const form = formOf(fabric);
  const repeats = [
    [fabric?.repeatX, '→'],
    [fabric?.repeatY, '↓'],
  ] as const;
  return [
    ...(sheets.length > 1 ? [`${sheets.length} sheets`] : []),
    `${form === 'open' ? '' : `${form}, `}${[...new Set(widths)].join(' and ')} wide`,
    ...repeats.flatMap(([every, way]) =>
      every === undefined ? [] : [`stripes, every ${lengthText(every * unitMm)} ${way}`],
    ),
    `${lengthText(distance * unitMm)} between parts`,
  ];
}
