/** The parts of a file: of each its copies, rotations and priority, and on demand its rules of cloth. */
import { create } from '@bufbuild/protobuf';
import { useSignal } from '@preact/signals';
import { type Polygon, PolygonSchema } from '../../../gen/selvage/nest/v1/nest_pb.js';
import { exactText } from '../body/measurements.js';
import { Segments } from '../shell/segments.js';
import '../style/part-table.css';
import { Amount, Count } from './amount.js';
import { parts } from './cutting-list.js';
import { useRefused } from './refused.js';
import { rotationsOf } from './setup.js';

/** More rows at once would be slow, and nobody would read them. */
const mostShown = 100;
const mostCopies = 10_000;
const highestPriority = 9;

export function PartTable() {
  const search = useSignal('');
  const shown = useSignal<Columns>('copies');
  const { polygons } = parts.value!;
  const words = search.value.toLowerCase();
  const found = [...polygons.entries()].filter(([at, polygon]) => nameOf(polygon, at).toLowerCase().includes(words));
  return (
    <div class="part-table">
      {polygons.length > 12 && (
        <input
          type="search"
          aria-label="Find a part"
          placeholder="Find a part"
          onInput={(event) => {
            search.value = event.currentTarget.value;
          }}
        />
      )}
      <Segments
        label="Columns"
        value={shown.value}
        choices={[
          ['copies', 'Copies'],
          ['cloth', 'Cloth'],
        ]}
        onChoose={(chosen) => {
          shown.value = chosen;
        }}
      />
      <table class={shown.value}>
        <thead>
          <tr>
            <th scope="col">Part</th>
            {columns[shown.value].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {found.slice(0, mostShown).map(([at, polygon]) => (
            <Row key={at} at={at} polygon={polygon} shows={shown.value} />
          ))}
        </tbody>
      </table>
      {found.length > mostShown && <p class="help">and {found.length - mostShown} more: find them by name</p>}
      {shown.value === 'copies' ? (
        <p class="help">
          Blank rotations are those of the marker. Where not everything fits, a part with a higher number under First
          goes before all others, up to {highestPriority}.
        </p>
      ) : (
        <p class="help">
          A blank tilt is that of the marker. Space is the distance to all other parts where it is larger than theirs.
          Quality is the least that the part needs: 1 is best. Parts with the same word under Way lie the same way.
        </p>
      )}
    </div>
  );
}

type Columns = 'copies' | 'cloth';

const columns: Readonly<Record<Columns, readonly string[]>> = {
  copies: ['Copies', 'Rotations', 'Flip', 'First'],
  cloth: ['Tilt °', 'Space', 'Quality', 'Way'],
};

const nameOf = ({ id }: Polygon, at: number): string => id || `part ${at + 1}`;

function change(at: number, part: Partial<Polygon>): void {
  const loaded = parts.value!;
  const polygon = create(PolygonSchema, { ...loaded.polygons[at]!, ...part });
  parts.value = { ...loaded, polygons: loaded.polygons.with(at, polygon) };
}

interface RowProps {
  readonly at: number;
  readonly polygon: Polygon;
}

function Row({ shows, ...row }: RowProps & { readonly shows: Columns }) {
  const name = nameOf(row.polygon, row.at);
  return (
    <tr>
      <th scope="row" title={name}>
        {name}
      </th>
      {shows === 'copies' ? <Copies {...row} /> : <Cloth {...row} />}
    </tr>
  );
}

function Cloth({ at, polygon }: RowProps) {
  const name = nameOf(polygon, at);
  return (
    <>
      <td>
        <Amount
          label={`Tilt of ${name}, degrees`}
          placeholder="marker"
          value={polygon.rotationTolerance}
          range={[0, 15]}
          onChange={(rotationTolerance) => change(at, { rotationTolerance })}
        />
      </td>
      <td>
        <Amount
          label={`Space around ${name}`}
          value={polygon.spacing}
          range={[0, 1e15]}
          onChange={(spacing) => change(at, { spacing })}
        />
      </td>
      <td>
        <Amount
          label={`Quality that ${name} needs`}
          placeholder="any"
          value={polygon.quality}
          range={[1, 100]}
          whole
          onChange={(quality) => change(at, { quality })}
        />
      </td>
      <td>
        <input
          aria-label={`Way of ${name}`}
          placeholder="any"
          value={polygon.directionGroup}
          onChange={(event) => change(at, { directionGroup: event.currentTarget.value.trim() })}
        />
      </td>
    </>
  );
}

function Copies({ at, polygon }: RowProps) {
  const name = nameOf(polygon, at);
  const { quantity = 1, mirror = false, priority = 0, allowedRotations } = polygon;
  /** Typed rotations that are no numbers. */
  const wrong = useRefused();
  return (
    <>
      <td>
        <Count
          label={`Copies of ${name}`}
          value={quantity}
          range={[1, mostCopies]}
          onChange={(value) => change(at, { quantity: value })}
        />
      </td>
      <td>
        <input
          aria-label={`Rotations of ${name}, degrees`}
          placeholder="marker"
          value={wrong.value ?? allowedRotations.map(exactText).join(', ')}
          aria-invalid={wrong.value !== null}
          onChange={(event) => {
            const typed = event.currentTarget.value;
            const degrees = rotationsOf(typed);
            wrong.value = degrees === null ? typed : null;
            if (degrees) change(at, { allowedRotations: degrees });
          }}
        />
      </td>
      <td>
        <input
          type="checkbox"
          aria-label={`${name} may be flipped`}
          checked={mirror}
          onChange={(event) => change(at, { mirror: event.currentTarget.checked })}
        />
      </td>
      <td>
        <Count
          label={`Priority of ${name}`}
          value={priority}
          range={[0, highestPriority]}
          onChange={(value) => change(at, { priority: value })}
        />
      </td>
    </>
  );
}
