/**
 * What the two threads of a search on sheets tell each other, by the means of those of a strip: a layout is sent as one
 * of a strip whose length stands for its score.
 */
import type { Arrangement } from '../overlap/arrangement.js';
import type { LayoutExchange } from '../overlap/exchange/layout-exchange.js';
import type { SheetLayout } from './problem.js';
import type { Score } from './score.js';

/** One sheet outweighs every goal, and what lies on none outweighs every sheet. */
const sheetWeight = 1e8;
const leftWeight = 1e12;

export class SheetExchange {
  constructor(
    private readonly exchange: LayoutExchange,
    /** How many turns there are. */
    private readonly turns: number,
    /** Value of all items. */
    private readonly value: number,
  ) {}

  offer(layout: SheetLayout, score: Score): void {
    const turn = layout.turn.map((own, i) => (layout.sheet[i]! + 1) * this.turns + own);
    this.exchange.offer({ at: { x: layout.x, y: layout.y, turn }, length: this.rank(score) });
  }

  /** The best layout of the other thread that this one knows of, if it is new and about as good at least. */
  better(score: Score): SheetLayout | null {
    const found = this.exchange.shorterThan(this.rank(score));
    return found && this.layoutOf(found.at);
  }

  private layoutOf({ x, y, turn }: Arrangement): SheetLayout {
    return {
      sheet: turn.map((code) => Math.floor(code / this.turns) - 1),
      x,
      y,
      turn: turn.map((code) => code % this.turns),
    };
  }

  private rank({ left, sheets, goal }: Score): number {
    return (left / this.value) * leftWeight + sheets * sheetWeight + goal;
  }
}
