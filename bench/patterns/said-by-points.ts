/**
 * A piece of a Valentina file with its outline said by the points of a seam line: no curve is cut, trimmed or crossed any
 * more, so that Valentina's own export shows what it gives the same seam line as its allowance.
 */
import type { Point } from '../../src/geometry/point.js';

const firstId = 910_000;
/** Valentina takes points nearer than this for one, mm; half as much again. */
const nearest = 0.25;

/**
 * @param name of the piece in the file
 * @param seam closed, mm
 * @param mm of one unit of the pattern
 * @returns null where widths and corners at its nodes or paths of its own would be lost
 */
export function saidByPoints(text: string, name: string, seam: readonly Point[], mm: number): string | null {
  const whole = new RegExp(`<(piece|detail) [^>]*\\bname="${name}"[^>]*>[\\s\\S]*?</\\1>`).exec(text)?.[0];
  if (whole === undefined || /\s(before|after|angle)="|<csa>/.test(whole)) return null;
  const points = seam.slice(1).filter((point, i) => distance(point, seam[i]!) > nearest);
  const tools = points.map(([x, y], i) => {
    const label = `seam${i}`;
    return `<point id="${firstId + 2 * i}" type="single" name="${label}" x="${x / mm}" y="${y / mm}" mx="0.1" my="0.1"/>`;
  });
  const objects = points.map(
    (_, i) =>
      `<point type="modeling" inUse="true" id="${firstId + 2 * i + 1}" idObject="${firstId + 2 * i}" mx="0" my="0"/>`,
  );
  const isOld = !/<nodes>/.test(whole);
  const nodes = points.map((_, i) => {
    const old = isOld ? ' nodeType="Contour" mx="0" my="0"' : '';
    return `<node type="NodePoint"${old} idObject="${firstId + 2 * i + 1}"/>`;
  });
  const bare = whole.replace(/<node [^>]*\/>/g, '');
  const said = isOld
    ? bare.replace(/<\/(piece|detail)>$/, `${nodes.join('')}$&`)
    : bare.replace('<nodes>', `$&${nodes.join('')}`);
  const place = text.lastIndexOf('<calculation>', text.indexOf(whole));
  const block = text.slice(place);
  const changed = block
    .replace('</calculation>', `${tools.join('')}</calculation>`)
    .replace('</modeling>', `${objects.join('')}</modeling>`)
    .replace(whole, () => said);
  return text.slice(0, place) + changed;
}

const distance = ([ax, ay]: Point, [bx, by]: Point): number => Math.hypot(bx - ax, by - ay);
