/** Files as Seamly2D writes them: a pattern of one piece, and measurements for it. */
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
