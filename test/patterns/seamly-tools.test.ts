/** Every supported tool of Seamly2D and Valentina, against places worked out by hand. */

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Point } from '../../src/geometry/point.js';
import type { Scope } from '../../src/patterns/definition/compile-formula.js';
import { defaultScope, loadDefinition } from '../../src/patterns/definition/draft-definition.js';
import { compute } from '../../src/patterns/definition/program.js';
import { importSeamly } from '../../src/patterns/import/seamly/import-seamly.js';
import { triangle } from './seamly-files.js';

interface Made {
  readonly scope: Scope;
  readonly notes: readonly string[];
}

/** A at 0,0; B 10 to the right, C 10 below, D 3 below; the points that a calculation's tools add to them. */
function made(calculation: string, block = ''): Made {
  const { content, notes } = importSeamly(triangle(calculation, block), null, 'Tools');
  const program = loadDefinition(content);
  const scope = defaultScope(program);
  compute(program, scope);
  return { scope, notes: notes.map(({ message }) => message) };
}

function lies({ scope }: Made, name: string, [x, y]: Point, tolerance = 1e-5): void {
  const point = scope.points.get(name);
  assert.ok(point, name);
  assert.ok(Math.hypot(point[0] - x, point[1] - y) < tolerance, `${name}: ${point}`);
}

const point = (id: number, name: string, x: number, y: number): string =>
  `<point id="${id}" type="single" name="${name}" x="${x}" y="${y}"/>`;

test('points on lines and angles', () => {
  const it = made(`
    <point id="10" type="endLine" name="E" basePoint="1" angle="90" length="2"/>
    <point id="11" type="alongLine" name="F" firstPoint="2" secondPoint="1" length="CurrentLength/4"/>
    <point id="12" type="normal" name="G" firstPoint="1" secondPoint="2" angle="0" length="3"/>
    <point id="13" type="bisector" name="H" firstPoint="2" secondPoint="1" thirdPoint="3" length="sqrt(2)"/>
    <point id="14" type="bisector" name="I" firstPoint="3" secondPoint="1" thirdPoint="2" length="sqrt(2)"/>
    <point id="16" type="lineIntersectAxis" name="K" basePoint="4" angle="0" p1Line="2" p2Line="3"/>
    <point id="17" type="pointOfIntersection" name="L" firstPoint="2" secondPoint="3"/>
    <point id="18" type="height" name="M" basePoint="1" p1Line="2" p2Line="3"/>
    <point id="15" type="lineIntersect" name="J" p1Line1="1" p2Line1="17" p1Line2="3" p2Line2="2"/>
    ${point(19, 'N', -10, 0)}
    <point id="20" type="bisector" name="O" firstPoint="2" secondPoint="1" thirdPoint="19" length="1"/>`);
  lies(it, 'E', [0, -2]);
  lies(it, 'F', [7.5, 0]);
  lies(it, 'G', [0, -3]);
  lies(it, 'H', [1, 1]);
  lies(it, 'I', [1, 1]);
  lies(it, 'J', [5, 5]);
  lies(it, 'K', [7, 3]);
  lies(it, 'L', [10, 10]);
  lies(it, 'M', [5, 5]);
  // of a straight angle, against the clock from the first point
  lies(it, 'O', [0, -1]);
});

test('points on circles: the first place is to the right of the way between the centres', () => {
  const it = made(`
    ${point(10, 'E', -10, 3)}${point(11, 'F', 10, 3)}${point(12, 'G', 6, 0)}${point(13, 'H', 6, 3)}
    ${point(14, 'I', -5, 4)}${point(15, 'J', 5, 4)}
    <point id="20" type="pointOfContact" name="K" center="1" radius="5" firstPoint="4" secondPoint="11"/>
    <point id="21" type="pointOfContact" name="L" center="1" radius="5" firstPoint="10" secondPoint="11"/>
    <point id="22" type="shoulder" name="M" p1Line="10" p2Line="4" pShoulder="1" length="5"/>
    <point id="23" type="shoulder" name="N" p1Line="10" p2Line="13" pShoulder="1" length="5"/>
    <point id="24" type="triangle" name="O" axisP1="1" axisP2="3" firstPoint="14" secondPoint="15"/>
    <point id="25" type="pointOfIntersectionCircles" name="P" c1Center="1" c1Radius="5" c2Center="12" c2Radius="5" crossPoint="1"/>
    <point id="26" type="pointOfIntersectionCircles" name="Q" c1Center="1" c1Radius="5" c2Center="12" c2Radius="5" crossPoint="2"/>
    <point id="27" type="pointFromCircleAndTangent" name="R" cCenter="1" cRadius="6" tangent="2" crossPoint="1"/>
    <point id="28" type="pointFromCircleAndTangent" name="S" cCenter="1" cRadius="6" tangent="2" crossPoint="2"/>`);
  lies(it, 'K', [4, 3]);
  lies(it, 'L', [-4, 3]);
  lies(it, 'M', [4, 3]);
  lies(it, 'N', [6, 3]);
  lies(it, 'O', [0, 9]);
  lies(it, 'P', [3, 4]);
  lies(it, 'Q', [3, -4]);
  lies(it, 'R', [3.6, -4.8]);
  lies(it, 'S', [3.6, 4.8]);
});

test('arcs: where they meet and are touched, also as copies; angles run against the clock', () => {
  const it = made(`
    ${point(10, 'E', 6, 0)}
    <arc id="20" type="simple" center="1" radius="5" angle1="270" angle2="360"/>
    <arc id="21" type="simple" center="10" radius="5" angle1="180" angle2="270"/>
    <arc id="22" type="simple" center="1" radius="5" angle1="0" angle2="360"/>
    <arc id="23" type="simple" center="10" radius="5" angle1="0" angle2="0"/>
    <arc id="24" type="simple" center="1" radius="6" angle1="180" angle2="360"/>
    <arc id="25" type="arcWithLength" center="1" radius="5" angle1="0" length="2.5*_pi"/>
    <point id="30" type="pointOfIntersectionArcs" name="F" firstArc="20" secondArc="21" crossPoint="2"/>
    <point id="31" type="pointOfIntersectionArcs" name="G" firstArc="22" secondArc="23" crossPoint="1"/>
    <point id="32" type="pointOfIntersectionArcs" name="H" firstArc="22" secondArc="23" crossPoint="2"/>
    <point id="33" type="pointFromArcAndTangent" name="I" arc="24" tangent="2" crossPoint="1"/>
    <operation id="40" type="moving" suffix="_m" angle="0" length="6">
      <source><item idObject="20"/><item idObject="4"/></source>
      <destination><item idObject="41"/><item idObject="42"/></destination></operation>
    <operation id="43" type="flippingByAxis" suffix="_f" center="10" axisType="1">
      <source><item idObject="41"/></source><destination><item idObject="44"/></destination></operation>
    <point id="45" type="pointOfIntersectionArcs" name="J" firstArc="20" secondArc="44" crossPoint="2"/>
    <point id="46" type="endLine" name="K" basePoint="1" angle="0" length="RadiusArc_A_20+Angle1Arc_A_20/270"/>
    <point id="47" type="endLine" name="L" basePoint="1" angle="0" length="Arc_A_25"/>`);
  lies(it, 'F', [3, 4]);
  lies(it, 'G', [3, 4]);
  lies(it, 'H', [3, -4]);
  lies(it, 'I', [3.6, 4.8]);
  lies(it, 'D_m', [6, 3]);
  lies(it, 'J', [3, 4]);
  lies(it, 'K', [6, 0]);
  lies(it, 'L', [2.5 * Math.PI, 0]);
  const [startOfHalf, endOfQuarter] = [it.scope.curves.get('Arc_A_24')!.start, it.scope.curves.get('Arc_A_25')!.end];
  assert.ok(Math.hypot(startOfHalf[0] + 6, startOfHalf[1]) < 1e-9);
  assert.ok(Math.hypot(endOfQuarter[0], endOfQuarter[1] + 5) < 1e-9, 'a quarter against the clock');
});

test('rays from the centre give arcs of ellipses, which turn as a whole', () => {
  const it = made(`
    <elArc id="20" type="simple" center="1" radius1="4" radius2="2" angle1="45" angle2="90" rotationAngle="0"/>
    <elArc id="21" type="simple" center="1" radius1="4" radius2="2" angle1="0" angle2="180" rotationAngle="90"/>`);
  const [a, b] = [it.scope.curves.get('ElArc_A_20')!, it.scope.curves.get('ElArc_A_21')!];
  // x = -y on the ellipse: x²/16 + x²/4 = 1
  const diagonal = Math.sqrt(3.2);
  assert.ok(Math.hypot(a.start[0] - diagonal, a.start[1] + diagonal) < 1e-9);
  assert.ok(Math.hypot(a.end[0], a.end[1] + 2) < 1e-9);
  assert.ok(Math.hypot(b.start[0], b.start[1] + 4) < 1e-9);
  assert.ok(Math.hypot(b.end[0], b.end[1] - 4) < 1e-9);
});

test('a dart is trued: closed, its ends lie on one line, and both legs keep their length', () => {
  const it = made(`
    ${point(10, 'E', 3, 1)}${point(11, 'F', 5, 8)}${point(12, 'G', 6, -1)}
    <point id="20" type="trueDarts" baseLineP1="1" baseLineP2="2" dartP1="10" dartP2="11" dartP3="12" point1="21" point2="22" name1="H" name2="I"/>`);
  const [a, b, first, tip, last, h, i] = ['A', 'B', 'E', 'F', 'G', 'H', 'I'].map((name) => it.scope.points.get(name)!);
  const length = (p: Point, q: Point): number => Math.hypot(q[0] - p[0], q[1] - p[1]);
  const turn = (p: Point, q: Point, r: Point): number => (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
  const angle = (p: Point, q: Point, r: Point): number =>
    Math.acos(((p[0] - q[0]) * (r[0] - q[0]) + (p[1] - q[1]) * (r[1] - q[1])) / length(p, q) / length(r, q));
  assert.ok(Math.abs(turn(tip!, first!, h!)) < 1e-9, 'on the first leg');
  assert.ok(Math.abs(turn(tip!, last!, i!)) < 1e-9, 'on the last leg');
  assert.ok(Math.abs(length(tip!, h!) - length(tip!, i!)) < 1e-9, 'as long');
  assert.ok(Math.abs(angle(a!, h!, tip!) + angle(b!, i!, tip!) - Math.PI) < 1e-9, 'straight once it is closed');
});

test('curves: splines, paths with given handles, and their values in formulas', () => {
  const it = made(`
    ${point(10, 'E', 3, 0)}${point(11, 'F', 3, 4)}${point(12, 'Z', 8, 0)}
    <spline id="20" type="cubicBezierPath"><pathPoint pSpline="1"/><pathPoint pSpline="1"/><pathPoint pSpline="10"/>
      <pathPoint pSpline="10"/><pathPoint pSpline="10"/><pathPoint pSpline="11"/><pathPoint pSpline="11"/></spline>
    <spline id="21" type="simpleInteractive" point1="1" point4="2" angle1="30" angle2="150" length1="2" length2="3"/>
    <spline id="22" type="pathInteractive">
      <pathPoint pSpline="1" angle1="180" length1="0" angle2="0" length2="1"/>
      <pathPoint pSpline="10" angle1="180" length1="1" angle2="270" length2="1"/>
      <pathPoint pSpline="11" angle1="90" length1="1" angle2="270" length2="0"/></spline>
    <spline id="23" type="cubicBezier" point1="1" point2="10" point3="12" point4="2"/>
    <point id="30" type="endLine" name="G" basePoint="1" angle="0" length="SplPath_A_F"/>
    <point id="31" type="endLine" name="H" basePoint="1" angle="Angle1Spl_A_B" length="C1LengthSpl_A_B+C2LengthSpl_A_B"/>
    <point id="32" type="endLine" name="I" basePoint="1" angle="0" length="SplPath_A_F_Seg_2"/>
    <point id="33" type="endLine" name="J" basePoint="1" angle="Angle1SplPath_A_F_Seg_2" length="1"/>`);
  lies(it, 'G', [7, 0]);
  // the formula means the last curve of that name, along the line
  lies(it, 'H', [5, 0]);
  assert.equal(it.notes, []);
  lies(it, 'I', [4, 0]);
  lies(it, 'J', [0, 1]);
  // the middle node has a corner: both halves are straight
  assert.ok(Math.abs(it.scope.curves.get('SplPath_A_F_2')!.length - 7) < 1e-6);
});

test('values of a spline are those of the file', () => {
  const it = made(`
    <spline id="21" type="simpleInteractive" point1="1" point4="2" angle1="30" angle2="150" length1="2" length2="3"/>
    <point id="31" type="endLine" name="H" basePoint="1" angle="Angle1Spl_A_B" length="C1LengthSpl_A_B+C2LengthSpl_A_B"/>`);
  lies(it, 'H', [5 * Math.cos(Math.PI / 6), -2.5]);
});

test('a curve is cut within its ends; points beyond move onto it and are reported with the pieces that need them', () => {
  const straight = '<spline id="20" type="cubicBezier" point1="1" point2="1" point3="2" point4="2"/>';
  const cutAt = (length: string): string => `<point id="21" type="cutSpline" name="E" spline="20" length="${length}"/>`;
  const nodes = (id: number): string =>
    `<detail id="90" name="Needs it" version="2" seamAllowance="false" width="0"><nodes>
      <node type="NodePoint" idObject="${id}"/><node type="NodePoint" idObject="2"/><node type="NodePoint" idObject="3"/></nodes></detail>`;
  const inside = made(straight + cutAt('CurrentLength/4'), nodes(21));
  lies(inside, 'E', [2.5, 0], 1e-4);
  assert.equal(inside.notes, []);
  const long = made(straight + cutAt('25'), nodes(21));
  lies(long, 'E', [9.9, 0], 1e-4);
  assert.equal(long.notes, [
    'Needs it: may differ from the source: E lies beyond the end of its curve and was moved onto it',
  ]);
  const negative = made(straight + cutAt('0-3'));
  lies(negative, 'E', [0.1, 0], 1e-4);
  assert.equal(negative.notes, []);
});

test('the parts of a divided curve have lengths of their own, and ids in old files', () => {
  const it = made(`<spline id="20" type="cubicBezier" point1="1" point2="1" point3="2" point4="2"/>
    <point id="21" type="cutSpline" name="E" spline="20" length="4"/>
    <point id="24" type="cutSpline" name="F" spline="23" length="1"/>
    <point id="30" type="endLine" name="G" basePoint="1" angle="270" length="Spl_A_E+Spl_E_B/10"/>`);
  lies(it, 'F', [5, 0], 1e-3);
  lies(it, 'G', [0, 4.6], 1e-3);
});

test('a cut in another place than in the file is reported with the pieces that need it', () => {
  const notesOf = (spline: string, second: string): readonly string[] =>
    made(
      `<spline id="20" type="cubicBezier" point1="1" ${spline} point4="2"/>
       <point id="21" type="cutSpline" name="E" spline="20" length="4"/>${second}
       <point id="30" type="endLine" name="G" basePoint="24" angle="270" length="1"/>`,
      `<detail id="90" name="Needs it" version="2" seamAllowance="false" width="0"><nodes>
       <node type="NodePoint" idObject="30"/><node type="NodePoint" idObject="2"/><node type="NodePoint" idObject="3"/></nodes></detail>`,
    ).notes;
  const own = 'point2="1" point3="2"';
  const cutOf = (part: number, length: string): string =>
    `<point id="24" type="cutSpline" name="F" spline="${part}" length="${length}"/>`;
  assert.equal(notesOf(own, cutOf(20, '1')), []);
  assert.equal(notesOf(own, cutOf(22, '1')), [], 'from the start of the first part as from that of the whole');
  assert.match(
    notesOf(own, cutOf(22, 'CurrentLength/2')).join(),
    /^Needs it: may differ.*F cuts a part of a divided curve/,
  );
  assert.match(notesOf(own, cutOf(23, '1')).join(), /^Needs it: may differ.*F cuts a part of a divided curve/);
  const halves = /^Needs it: .*F halves a curve with equal handles; Valentina 0.7 cuts it in another place/;
  assert.match(notesOf('point2="1" point3="2"', cutOf(20, 'CurrentLength/2')).join(), halves);
  assert.equal(notesOf('point2="1" point3="1"', cutOf(20, 'CurrentLength/2')), []);
});

test('an axis meets a curve ahead of its point, not behind it', () => {
  const it = made(`${point(10, 'E', -2, -3)}${point(11, 'F', -2, 3)}${point(12, 'G', 6, 3)}${point(13, 'H', 6, -3)}
    <spline id="20" type="cubicBezierPath">${[10, 10, 11, 11, 11, 12, 12, 12, 13, 13]
      .map((id) => `<pathPoint pSpline="${id}"/>`)
      .join('')}</spline>
    <point id="21" type="curveIntersectAxis" name="I" curve="20" basePoint="1" angle="0"/>`);
  lies(it, 'I', [6, 0]);
});

test('copies: turned against the clock, mirrored in a line and in an axis, moved', () => {
  const copy = (id: number, attributes: string): string =>
    `<operation id="${id}" suffix="_${id}" ${attributes}><source><item idObject="4"/></source>
      <destination><item idObject="${id + 1}"/></destination></operation>`;
  const it = made(
    [
      copy(20, 'type="rotation" center="1" angle="90"'),
      copy(30, 'type="flippingByLine" p1Line="1" p2Line="2"'),
      copy(40, 'type="flippingByAxis" center="2" axisType="1"'),
      copy(50, 'type="flippingByAxis" center="2" axisType="2"'),
      copy(60, 'type="moving" angle="90" length="2"'),
      // moved to 0,1 and then turned: about A, and about where its own middle came to, which leaves it there
      copy(70, 'type="moving" angle="90" length="2" rotationAngle="90" center="1"'),
      copy(80, 'type="moving" angle="90" length="2" rotationAngle="90" center="0"'),
    ].join(''),
  );
  lies(it, 'D_20', [3, 0]);
  lies(it, 'D_30', [0, -3]);
  lies(it, 'D_40', [20, 3]);
  lies(it, 'D_50', [0, -3]);
  lies(it, 'D_60', [0, 1]);
  lies(it, 'D_70', [1, 0]);
  lies(it, 'D_80', [0, 1]);
  assert.equal(it.notes, []);
});

test('objects moved and turned without a centre turn about the middle of their box, curves as well', () => {
  const it = made(`<spline id="10" type="cubicBezier" point1="1" point2="1" point3="2" point4="2"/>
    <operation id="20" suffix="_m" type="moving" angle="270" length="5" rotationAngle="90" center="0">
      <source><item idObject="10"/><item idObject="4"/></source>
      <destination><item idObject="21"/><item idObject="22"/></destination></operation>
    <point id="30" type="curveIntersectAxis" name="E" curve="21" basePoint="2" angle="270"/>
    <point id="31" type="cutSpline" name="F" spline="21" length="3"/>`);
  // a line along the top of a box of 10 by 3, whose middle 5,1.5 moves down by 5
  lies(it, 'D_m', [6.5, 11.5], 1e-4);
  lies(it, 'F', [3.5, 8.5], 1e-3);
});

test('two curves cross where the file wants: the highest or the lowest, then the leftmost or the rightmost place', () => {
  const cross = (id: number, name: string, v: number, h: number): string =>
    `<point id="${id}" type="pointOfIntersectionCurves" name="${name}" curve1="20" curve2="21" vCrossPoint="${v}" hCrossPoint="${h}"/>`;
  const it = made(`${point(10, 'U', 6, 0)}
    <arc id="20" type="simple" center="1" radius="5" angle1="0" angle2="360"/>
    <arc id="21" type="simple" center="10" radius="5" angle1="0" angle2="360"/>
    ${cross(30, 'E', 1, 1)}${cross(31, 'F', 2, 2)}`);
  lies(it, 'E', [3, -4]);
  lies(it, 'F', [3, 4]);
  assert.equal(it.notes, []);
});

test('uniting two pieces copies the second one onto an edge of the first; older files copy the first one, too', () => {
  const node = (id: number): string => `<node type="NodePoint" idObject="${id}"/>`;
  const nodes = (...ids: number[]): string => ids.map(node).join('');
  const union = (edge: number, children: string): string =>
    `</details><modeling><tools type="unionDetails" id="99" indexD1="0" indexD2="${edge}"><det>${nodes(1, 2, 3)}</det>
      <det>${nodes(10, 11, 12, 13)}</det><children>${children}</children></tools></modeling><details>
     <detail id="90" name="United" version="2" seamAllowance="false" width="0"><nodes>`;
  const children = (...ids: number[]): string => ids.map((id) => `<child>${id}</child>`).join('');
  const rectangle = point(10, 'P', 20, 0) + point(11, 'Q', 30, 0) + point(12, 'R', 30, 5) + point(13, 'S', 20, 5);
  // R-S comes to lie on A-B, so that P-Q is above it
  const along = made(rectangle, `${union(2, children(50, 51))}${nodes(1, 50, 51, 2, 3)}</nodes></detail>`);
  assert.equal(along.notes, []);
  lies(along, 'P_united', [0, -5]);
  lies(along, 'Q_united', [10, -5]);
  // P-Q does, so that the rectangle is turned round
  const turned = made(
    rectangle,
    `${union(0, `<nodes>${children(50, 51)}</nodes><csa>${children(58)}</csa>`)}${nodes(1, 50, 51, 2, 3)}</nodes></detail>`,
  );
  assert.equal(turned.notes, []);
  lies(turned, 'R_united', [0, -5]);
  lies(turned, 'S_united', [10, -5]);
  // in the words of Seamly2D
  const seamly = `${union(2, `<nodes>${children(50, 51)}</nodes>`)}${nodes(1, 50, 51, 2, 3)}</nodes></detail>`
    .replace('unionDetails', 'union')
    .replace(/<(\/?)det>/g, '<$1unionPiece>')
    .replace(/<unionPiece>(.*?)<.unionPiece>/gs, '<unionPiece><nodes>$1</nodes></unionPiece>');
  const there = made(rectangle, seamly);
  assert.equal(there.notes, []);
  lies(there, 'P_united', [0, -5]);
  const older = made(
    rectangle,
    `${union(2, children(50, 51, 52, 53, 54, 55))}${nodes(50, 51, 52, 54, 55)}</nodes></detail>`,
  );
  assert.equal(older.notes, []);
  lies(older, 'A_united', [0, 0]);
  lies(older, 'P_united', [0, -5]);
  lies(older, 'C_united', [0, 10]);
  const odd = made(rectangle, `${union(2, children(50, 51, 52))}${nodes(1, 50, 2, 3)}</nodes></detail>`);
  assert.match(
    odd.notes.join(),
    /United: not converted: .*two pieces cannot be united: the union has 3 copies of 2 nodes/,
  );
});

test('a curve that begins slightly off the curve before it is joined to it', () => {
  const line = (id: number, from: number, to: number): string =>
    `<spline id="${id}" type="cubicBezier" point1="${from}" point2="${from}" point3="${to}" point4="${to}"/>`;
  const it = made(
    `${point(10, 'E', 5, 0.01)}${line(20, 1, 2)}${line(21, 10, 3)}`,
    `<detail id="90" name="Joined" version="2" seamAllowance="false" width="0"><nodes><node type="NodePoint" idObject="1"/>
     <node type="NodeSpline" idObject="20"/><node type="NodePoint" idObject="10"/><node type="NodeSpline" idObject="21"/>
     <node type="NodePoint" idObject="3"/></nodes></detail>`,
  );
  assert.equal(it.notes, []);
});

test('blocks may use the same labels: a formula means the drawn line, or points of one block', () => {
  const it = made(`<line firstPoint="1" secondPoint="2"/></calculation></draftBlock><draftBlock name="b"><calculation>
    ${point(50, 'A', 100, 0)}
    <point id="51" type="endLine" name="E" basePoint="50" angle="0" length="Line_A_B"/>
    ${point(52, 'B', 100, 7)}
    <point id="53" type="endLine" name="F" basePoint="50" angle="0" length="Line_A_E+Line_C_D"/>
    <line firstPoint="50" secondPoint="52"/>
    <point id="54" type="endLine" name="G" basePoint="50" angle="0" length="Line_A_B"/>`);
  lies(it, 'E', [110, 0]);
  lies(it, 'F', [117, 0]);
  lies(it, 'G', [107, 0]);
});

test.run();
