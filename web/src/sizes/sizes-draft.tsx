/** The canvas of a pattern in many sizes. */
import type { Pattern } from '../../../gen/selvage/pattern/v1/pattern_pb.js';
import { PrintHead } from '../shell/print.js';
import { NestedPieces } from './nested-pieces.js';
import { SizeBar } from './size-bar.js';
import { shownSizes, sizesTrouble, sizing } from './sizing.js';

export function SizesDraft({ pattern }: { pattern: Pattern }) {
  const answer = shownSizes.value;
  return (
    <section class="canvas" aria-label="Pieces in all sizes" aria-busy={sizing.value}>
      {answer ? (
        <>
          <PrintHead title={pattern.name} facts={[`sizes ${answer.sizes.map(({ name }) => name).join(', ')}`]} />
          <NestedPieces name={pattern.name} answer={answer} />
          <SizeBar pattern={pattern} answer={answer} />
        </>
      ) : (
        <p class="empty">{sizesTrouble.value ? 'No draft to show.' : 'Drafting all sizes …'}</p>
      )}
    </section>
  );
}
