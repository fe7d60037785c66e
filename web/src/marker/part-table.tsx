/** The parts of a file, each with its quantity, rotations and priority, and whether it may be flipped. */
import { create } from '@bufbuild/protobuf';
import { useSignal } from '@preact/signals';
import { type Polygon, PolygonSchema } from '../../../gen/selvage/nest/v1/nest_pb.js';
import { shown } from '../body/measurements.js';
import '../style/part-table.css';
import { parts } from './cutting-list.js';
import { rotationsOf } from './setup.js';

/** More rows at once would be slow, and nobody would read them. */
const mostShown = 100;
const mostCopies = 10_000;
const highestPriority = 9;

export function PartTable() {
  const search = useSignal('');
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
      <table>
        <thead>
          <tr>
            <th scope="col">Part</th>
            <th scope="col">Copies</th>
            <th scope="col">Rotations</th>
            <th scope="col">Flip</th>
            <th scope="col">First</th>
          </tr>
        </thead>
        <tbody>
          {found.slice(0, mostShown).map(([at, polygon]) => (
            <Row key={at} at={at} polygon={polygon} />
          ))}
        </tbody>
      </table>
      {found.length > mostShown && <p class="help">and {found.length - mostShown} more: find them by name</p>}
      <p class="help">
        Blank rotations are those of the marker. Where not everything fits, a part with a higher number under First goes
        before all others, up to {highestPriority}.
      </p>
    </div>
  );
}

const nameOf = ({ id }: Polygon, at: number): string => id || `part ${at + 1}`;

function change(at: number, part: Partial<Polygon>): void {
  const loaded = parts.value!;
  const polygon = create(PolygonSchema, { ...loaded.polygons[at]!, ...part });
  parts.value = { ...loaded, polygons: loaded.polygons.with(at, polygon) };
}

function Row({ at, polygon }: { at: number; polygon: Polygon }) {
  const name = nameOf(polygon, at);
  const { quantity = 1, mirror = false, priority = 0, allowedRotations } = polygon;
  /** Typed rotations that are no numbers. */
  const wrong = useSignal<string | null>(null);
  return (
    <tr>
      <th scope="row" title={name}>
        {name}
      </th>
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
          value={wrong.value ?? allowedRotations.map(shown).join(', ')}
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
    </tr>
  );
}

interface CountProps {
  readonly label: string;
  readonly value: number;
  readonly range: readonly [least: number, most: number];
  readonly onChange: (value: number) => void;
}

function Count({ label, value, range: [least, most], onChange }: CountProps) {
  return (
    <input
      type="number"
      aria-label={label}
      min={least}
      max={most}
      value={value}
      onChange={(event) => {
        const typed = Math.round(Number(event.currentTarget.value)) || least;
        const next = Math.min(most, Math.max(least, typed));
        event.currentTarget.value = String(next);
        onChange(next);
      }}
    />
  );
}
