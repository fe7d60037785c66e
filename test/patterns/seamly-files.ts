/** Files as Seamly2D writes them: patterns of one piece, and measurements for them. */
import type { Piece } from '../../src/patterns/draft.js';
import { importSeamly } from '../../src/patterns/import/seamly/import-seamly.js';
import { draft } from '../../src/patterns/patterns.js';
import { checkPiece } from './piece-checks.js';

/** The measurements of the pattern's owner. */
export const measurements = `<?xml version="1.0"?><smis><unit>cm</unit><body-measurements>
  <m name="hip_circ" value="100"/><m name="own_depth" value="20"/><m name="half_hip" value="hip_circ/2"/></body-measurements></smis>`;

/** A quarter of the hip wide, own_depth deep; the lower right corner is cut off by a quarter circle. */
export const pattern = (extra = ''): string =>
  `<?xml version="1.0"?><pattern><unit>cm</unit><description>A &lt;test&gt;</description>
  <increments><increment name="#Ease" formula="4" description="ease"/><increment name="#Quarter" formula="(hip_circ+#Ease)/4"/></increments>
  <draftBlock name="b"><calculation>
    <point id="1" type="single" name="A" x="1" y="2"/>
    <point id="2" type="endLine" name="A1" basePoint="1" angle="0" length="#Quarter"/>
    <point id="3" type="endLine" name="A2" basePoint="1" angle="270" length="own_depth"/>
    <point id="4" type="pointOfIntersection" name="A3" firstPoint="2" secondPoint="3"/>
    <point id="5" type="alongLine" name="A4" firstPoint="4" secondPoint="2" length="Line_A3_A4x*0+10"/>
    <point id="6" type="alongLine" name="A5" firstPoint="4" secondPoint="3" length="10"/>
    <point id="7" type="normal" name="A6" firstPoint="5" secondPoint="4" angle="180" length="10"/>
    <arc id="8" type="simple" center="7" radius="10" angle1="270" angle2="360"/>
    <point id="9" type="cutArc" name="M" arc="8" length="CurrentLength/2"/>
    <line id="12" firstPoint="1" secondPoint="2"/>
    ${extra}
  </calculation><modeling>
    <point id="20" idObject="1" type="modeling"/><point id="21" idObject="2" type="modeling"/><point id="22" idObject="5" type="modeling"/>
    <arc id="23" idObject="8" type="modeling"/><point id="24" idObject="6" type="modeling"/><point id="25" idObject="3" type="modeling"/>
  </modeling><pieces>
    <piece id="30" name="Front" seamAllowance="1" width="1.5"><data quantity="2"/><nodes>
      <node idObject="20" type="NodePoint"/><node idObject="21" type="NodePoint"/><node idObject="22" type="NodePoint"/>
      <node idObject="23" type="NodeArc" reverse="1"/><node idObject="24" type="NodePoint"/><node idObject="25" type="NodePoint"/></nodes></piece>
  </pieces></draftBlock></pattern>`.replace('Line_A3_A4x*0+', '');

/**
 * A pattern in cm with a piece A-B-C, and more tools and pieces. Points: A (id 1) in the origin, B (2) 10 to the right,
 * C (3) 10 below and D (4) 3 below.
 */
export const triangle = (calculation: string, pieces = ''): string =>
  `<?xml version="1.0"?><pattern><version>0.8.5</version><unit>cm</unit><draftBlock name="a"><calculation>
    <point id="1" type="single" name="A" x="0" y="0"/><point id="2" type="single" name="B" x="10" y="0"/>
    <point id="3" type="single" name="C" x="0" y="10"/><point id="4" type="single" name="D" x="0" y="3"/>
    ${calculation}
  </calculation><details>
    <detail id="80" name="Triangle" version="2" seamAllowance="false" width="0"><nodes><node type="NodePoint" idObject="1"/>
      <node type="NodePoint" idObject="2"/><node type="NodePoint" idObject="3"/></nodes></detail>${pieces}
  </details></draftBlock></pattern>`;

export interface Square {
  /** Attributes of the piece; the nodes of its four corners, clockwise from the upper left one. */
  readonly piece?: string;
  readonly nodes?: readonly string[];
  /** More in the piece, and more tools. */
  readonly inside?: string;
  readonly tools?: string;
  readonly modeling?: string;
}

/** A square of 10 cm. */
export function square({ piece = 'version="2" seamAllowance="true" width="1"', ...rest }: Square): string {
  const { nodes = ['', '', '', ''], inside = '', tools = '', modeling = '' } = rest;
  const corner = (i: number): string => `<node type="NodePoint" idObject="${i + 1}" ${nodes[i]}/>`;
  const list = [0, 1, 2, 3].map(corner).join('');
  const isOld = /closed=/.test(piece);
  return `<pattern><version>0.8.5</version><unit>cm</unit><increments><increment name="#w" formula="2"/></increments>
    <draftBlock><calculation>
      <point id="1" type="single" name="A" x="0" y="0"/><point id="2" type="single" name="B" x="10" y="0"/>
      <point id="3" type="single" name="C" x="10" y="10"/><point id="4" type="single" name="D" x="0" y="10"/>${tools}
    </calculation><modeling>${modeling}</modeling><details>
      <detail id="80" name="Square" ${piece}>${isOld ? list : `<nodes>${list}</nodes>`}${inside}</detail></details></draftBlock></pattern>`;
}

export async function drafted(source: string): Promise<{ piece: Piece; notes: string[] }> {
  const { content, notes } = importSeamly(source, null, 'Square');
  const version = { kind: 'definition', sha256: JSON.stringify(content), content } as const;
  const { pieces } = await draft(version, { variables: {}, unfold: true });
  checkPiece(pieces[0]!, 'square');
  return { piece: pieces[0]!, notes: notes.map(({ message }) => message) };
}
