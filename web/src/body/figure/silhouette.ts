/** The outlines of the figure, as SVG path data: the body with head and legs, and one arm. */
import type { Point } from '../../../../src/geometry/point.js';
import { acrossArm, type Landmarks, mirrored, type Section } from './landmarks.js';

const outside = ({ at: [x, y], half }: Section): Point => [x + half, y];
const inside = ({ at: [x, y], half }: Section): Point => [Math.max(0.35, x - half), y];

export function bodyPath(marks: Landmarks): string {
  const { neckMid, neckSide, shoulder, armpit, crotch, floor } = marks;
  const jaw: Point = [marks.headBreadth * 0.62, marks.chin - 1.2];
  const right: Point[] = [
    [0, 0],
    [marks.headBreadth * 0.72, 2.1],
    [marks.headBreadth, marks.chin * 0.43],
    [marks.headBreadth * 0.86, marks.chin * 0.76],
    jaw,
    [neckMid[0], Math.max(marks.chin + 0.4, neckMid[1] - 0.6)],
    [neckMid[0] + 0.2, neckMid[1] + 1.6],
    [(neckSide[0] * 2 + shoulder[0]) / 3, (neckSide[1] * 2 + shoulder[1]) / 3],
    [shoulder[0] - 1.2, shoulder[1] - 0.5],
    [shoulder[0] - 0.2, shoulder[1] + 2.5],
    armpit,
    marks.bustSide,
    marks.waistSide,
    marks.highHipSide,
    marks.hipSide,
    outside(marks.thigh),
    outside(marks.midThigh),
    outside(marks.knee),
    outside(marks.calf),
    outside(marks.ankle),
    [marks.ankle.at[0] + marks.ankle.half + 1.2, floor - 1.2],
    [marks.ankle.at[0] + 2.4, floor],
    [marks.ankle.at[0] - 2.6, floor],
    inside(marks.ankle),
    inside(marks.calf),
    inside(marks.knee),
    inside(marks.midThigh),
    [Math.max(0.35, inside(marks.thigh)[0]), crotch[1] + 3],
    [0, crotch[1]],
  ];
  const left = right.slice(1, -1).reverse().map(mirrored);
  return `${smooth([...right, ...left, right[0]!])}Z`;
}

export function armPath(marks: Landmarks): string {
  const sections = [marks.upperArm, marks.biceps, marks.elbow, marks.wrist].map(acrossArm);
  const [hx, hy] = marks.hand;
  const { shoulder, armpit } = marks;
  const outer = sections.map(([, point]) => point);
  const inner = sections.map(([point]) => point).reverse();
  return `${smooth([
    [shoulder[0] - 2.4, shoulder[1] + 0.4],
    [shoulder[0] + 0.4, shoulder[1] + 2.2],
    ...outer,
    [hx + 2.4, hy - 7],
    [hx + 0.6, hy],
    [hx - 1.4, hy - 0.6],
    [hx - 3, hy - 8],
    ...inner,
    [Math.min(armpit[0] + 0.3, inner.at(-1)![0]), armpit[1] + 0.5],
  ])}`;
}

/** A curve through the points (Catmull-Rom, as cubics). */
export function smooth(points: readonly Point[]): string {
  const at = (i: number): Point => points[Math.max(0, Math.min(points.length - 1, i))]!;
  let path = `M${pair(at(0))}`;
  for (let i = 0; i + 1 < points.length; i++) {
    const [p0, p1, p2, p3] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const first: Point = [p1[0] + (p2[0] - p0[0]) / 6, p1[1] + (p2[1] - p0[1]) / 6];
    const second: Point = [p2[0] - (p3[0] - p1[0]) / 6, p2[1] - (p3[1] - p1[1]) / 6];
    path += `C${pair(first)} ${pair(second)} ${pair(p2)}`;
  }
  return path;
}

const pair = ([x, y]: Point): string => `${x.toFixed(2)} ${y.toFixed(2)}`;
