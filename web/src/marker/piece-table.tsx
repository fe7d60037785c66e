/** The pieces of a garment, each with its rules of cloth. */
import { lengthUnit, mmIn } from '../shell/lengths.js';
import '../style/part-table.css';
import { Amount } from './amount.js';
import type { Garment } from './cutting-list.js';
import { changeRule, piecesOf } from './piece-rules.js';

export function PieceTable({ garment }: { readonly garment: Garment }) {
  const drafted = piecesOf(garment);
  const waiting = (garment.rules ?? []).filter(({ piece }) => !drafted.some(({ id }) => id === piece));
  return (
    <div class="part-table">
      <table class="pieces">
        <thead>
          <tr>
            <th scope="col">Piece</th>
            <th scope="col">Tilt °</th>
            <th scope="col">Space</th>
            <th scope="col">Quality</th>
          </tr>
        </thead>
        <tbody>
          {drafted.map(({ id, name }) => (
            <Row key={id} garment={garment} piece={id} name={name} />
          ))}
          {waiting.map(({ piece }) => (
            <Row key={piece} garment={garment} piece={piece} name={`${piece} (not in this draft)`} />
          ))}
        </tbody>
      </table>
      <p class="help">
        A rule holds for every copy of its piece, in all sizes. A blank tilt is that of the marker. Space, in{' '}
        {lengthUnit.value}, is the distance to all other parts where it is larger than theirs. Quality is the least that
        the piece needs: 1 is best.
      </p>
    </div>
  );
}

function Row({ garment, piece, name }: { garment: Garment; piece: string; name: string }) {
  const rule = garment.rules?.find((each) => each.piece === piece);
  const mm = mmIn[lengthUnit.value];
  return (
    <tr>
      <th scope="row" title={name}>
        {name}
      </th>
      <td>
        <Amount
          label={`Tilt of ${name}, degrees`}
          placeholder="marker"
          value={rule?.rotationTolerance}
          range={[0, 15]}
          onChange={(rotationTolerance) => changeRule(garment, piece, { rotationTolerance })}
        />
      </td>
      <td>
        <Amount
          label={`Space around ${name}`}
          value={rule?.spacing === undefined ? undefined : rule.spacing / mm}
          range={[0, 1e6]}
          onChange={(typed) => changeRule(garment, piece, { spacing: typed === undefined ? undefined : mm * typed })}
        />
      </td>
      <td>
        <Amount
          label={`Quality that ${name} needs`}
          placeholder="any"
          value={rule?.quality}
          range={[1, 100]}
          whole
          onChange={(quality) => changeRule(garment, piece, { quality })}
        />
      </td>
    </tr>
  );
}
