/**
 * The cost of a search, as counts: no other load of the machine changes them, and with a seed and a work limit they
 * repeat. Of two threads only the first one counts.
 */
export class Costs {
  /** Passes over the items of a layout, or of a part of it. */
  passes = 0;
  /** Positions of items weighed against all others in these passes. */
  positions = 0;
  /** Pairs of items among these that were weighed by their outlines, for want of a table. */
  weighingsByOutlines = 0;
  /** Steps towards the work limit before the first pass: layouts constructed to begin with. */
  stepsBefore = 0;
  /** No-fit polygons made before the first pass, those of constructions among them. */
  polygonsBefore = 0;
  /** No-fit polygons that constructions have made so far. */
  polygonsOfConstructions = 0;
  /** No-fit polygons that the overlap search has made, and those among them that it had dropped before. */
  polygonsMade = 0;
  polygonsMadeAgain = 0;
  /** Collision tables made, those among them that had been dropped before, and tables dropped for want of room. */
  tablesMade = 0;
  tablesMadeAgain = 0;
  tablesDropped = 0;
  /** The most bytes that the tables of one field have taken at a time. */
  tableBytes = 0;

  /** After a layout has been constructed for the search; so many no-fit polygons were made for constructions by now. */
  constructed(polygons: number): void {
    if (this.passes === 0) this.stepsBefore++;
    this.polygonsOfConstructions = polygons;
  }

  /** After a pass that has weighed so many positions, and so many pairs by their outlines. */
  passed(positions: number, byOutlines: number): void {
    this.passes++;
    this.positions += positions;
    this.weighingsByOutlines += byOutlines;
  }

  /** Before a pass. */
  passing(): void {
    if (this.passes === 0) this.polygonsBefore = this.polygonsMade + this.polygonsOfConstructions;
  }

  polygonMade(again: boolean): void {
    this.polygonsMade++;
    if (again) this.polygonsMadeAgain++;
  }

  tableMade(again: boolean, bytesOfAll: number): void {
    this.tablesMade++;
    if (again) this.tablesMadeAgain++;
    this.tableBytes = Math.max(this.tableBytes, bytesOfAll);
  }
}
