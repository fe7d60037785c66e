/** The garments to cut, each a pattern for a person. */
import { useSignal } from '@preact/signals';
import type { SizeTable } from '../../../gen/selvage/size/v1/size_pb.js';
import { labelOf } from '../body/measurements.js';
import { people, personOf } from '../body/people.js';
import { catalogue, catalogueTrouble } from '../pattern/catalogue.js';
import { lazy } from '../shell/lazy.js';
import { mostSizes, tables } from '../sizes/tables.js';
import { Count } from './amount.js';
import {
  addGarment,
  changeGarment,
  changeSize,
  type Garment,
  garments,
  isTrouble,
  packedMaterial,
  patternNameOf,
  pieces,
  removeGarment,
  type SizesOfTable,
} from './cutting-list.js';
import { runTrouble } from './run.js';

const mostGarments = 1000;

const PieceTable = lazy(async () => (await import('./piece-table.js')).PieceTable);

export function GarmentList() {
  return (
    <>
      {garments.value.length > 0 && (
        <ul class="garments">
          {garments.value.map((garment, index) => (
            <Row key={garment.id} garment={garment} index={index} />
          ))}
        </ul>
      )}
      <AddGarment />
    </>
  );
}

function Row({ garment, index }: { garment: Garment; index: number }) {
  const { id, wearer, settings, sized } = garment;
  const changed = Object.keys(settings).length;
  const name = patternNameOf(garment);
  const entry = pieces.value.get(id);
  const told = [...(runTrouble.value?.fields ?? [])].find(([path]) => path.startsWith(`patterns[${index}]`))?.[1];
  const problem = isTrouble(entry) ? entry.message : told;
  const drafted = entry && !isTrouble(entry) ? entry : [];
  const count = (some: typeof drafted): number =>
    some.reduce((sum, { piece, garments: number }) => sum + number * piece.quantity, 0);
  const all = count(drafted);
  const packed = count(drafted.filter(({ piece }) => piece.material === packedMaterial.value));
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <span class="muted">
          {sized ? `sizes of ${sized.name}` : wearerOf(wearer)}
          {changed > 0 && `, ${changed} set by hand`}
          {all > 0 && `, ${all} parts`}
          {packed < all && `, ${packed} of ${packedMaterial.value}`}
        </span>
      </div>
      {!sized && (
        <Count
          label={`Quantity of ${name}`}
          range={[1, mostGarments]}
          value={garment.quantity}
          onChange={(quantity) => changeGarment(id, { quantity })}
        />
      )}
      <button type="button" class="icon" aria-label={`Remove ${name}`} onClick={() => removeGarment(id)}>
        ×
      </button>
      {sized && (
        <fieldset class="sizes-cut" aria-label={`Sizes of ${name}`}>
          {sized.sizes.map(({ size, quantity }) => (
            <div key={size}>
              <span aria-hidden="true">{size}</span>
              <Count
                label={`Quantity of ${name} in ${size}`}
                range={[0, mostGarments]}
                value={quantity}
                onChange={(changed) => changeSize(id, sized, size, changed)}
              />
            </div>
          ))}
        </fieldset>
      )}
      <Rules garment={garment} />
      {problem && <p class="problem">{problem}</p>}
    </li>
  );
}

function Rules({ garment }: { readonly garment: Garment }) {
  const isOpen = useSignal(false);
  const count = garment.rules?.length ?? 0;
  return (
    <details
      class="piece-rules"
      onToggle={(event) => {
        isOpen.value = event.currentTarget.open;
      }}
    >
      <summary>Pieces{count > 0 && `, ${count} with rules`}</summary>
      {isOpen.value && <PieceTable garment={garment} />}
    </details>
  );
}

function wearerOf(id: string | null): string {
  const person = personOf(id);
  if (!person) return 'default measurements';
  const assumed = person.assumed.map((name) => labelOf(name).toLowerCase()).join(' and ');
  return assumed === '' ? person.name : `${person.name} (${assumed} assumed)`;
}

function AddGarment() {
  const pattern = useSignal('');
  /** Id of a person or of a size table; empty: default measurements. */
  const wearer = useSignal(people.value[0]!.id);
  const table = tables.value.find(({ tableId }) => tableId === wearer.value);
  const patternId = pattern.value || catalogue.value[0]?.patternId;
  if (patternId === undefined) {
    return (
      <p class={catalogueTrouble.value ? 'problem' : 'help'}>{catalogueTrouble.value?.message ?? 'No patterns yet.'}</p>
    );
  }
  return (
    <div class="add-garment">
      <select
        aria-label="Pattern to add"
        value={patternId}
        onChange={(event) => {
          pattern.value = event.currentTarget.value;
        }}
      >
        {catalogue.value.map((each) => (
          <option key={each.patternId} value={each.patternId}>
            {each.name}
          </option>
        ))}
      </select>
      <select
        aria-label="Person or sizes to fit"
        value={personOf(wearer.value) || table ? wearer.value : ''}
        onChange={(event) => {
          wearer.value = event.currentTarget.value;
        }}
      >
        {people.value.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        <option value="">default measurements</option>
        <optgroup label="Sizes of a table">
          {tables.value.map(({ tableId, name }) => (
            <option key={tableId} value={tableId}>
              {name}
            </option>
          ))}
        </optgroup>
      </select>
      <button
        type="button"
        onClick={() => {
          const garment = { patternId, settings: {}, quantity: 1 };
          if (table) addGarment({ ...garment, wearer: null, sized: allSizesOf(table) });
          else addGarment({ ...garment, wearer: wearer.value || null });
        }}
      >
        Add
      </button>
    </div>
  );
}

const allSizesOf = ({ tableId, versionNumber, name, sizes }: SizeTable): SizesOfTable => ({
  tableId,
  versionNumber,
  name,
  sizes: sizes.slice(0, mostSizes).map((size) => ({ size: size.name, quantity: 1 })),
});
