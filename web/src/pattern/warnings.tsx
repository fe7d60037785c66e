/** Warnings of a draft: a few in full, many folded. */
import { inPageUnit } from '../shell/lengths.js';

const mostShown = 3;

export function Warnings({ sentences }: { sentences: readonly string[] }) {
  const distinct = [...new Set(sentences)];
  const list = distinct.map((sentence) => (
    <p key={sentence} class="warning">
      {inPageUnit(sentence)}
    </p>
  ));
  if (distinct.length <= mostShown) return <>{list}</>;
  return (
    <details class="warnings">
      <summary>
        Warnings <span class="muted">{distinct.length}</span>
      </summary>
      {list}
    </details>
  );
}
