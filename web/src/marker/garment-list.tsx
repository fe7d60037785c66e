/** The garments to cut, each a pattern for a person. */
import { useSignal } from '@preact/signals';
import { labelOf } from '../body/measurements.js';
import { people, personOf } from '../body/people.js';
import { catalogue, catalogueTrouble } from '../pattern/catalogue.js';
import {
  addGarment,
  changeGarment,
  type Garment,
  garments,
  isTrouble,
  material,
  materials,
  packedMaterial,
  patternNameOf,
  pieces,
  removeGarment,
} from './cutting-list.js';
import { runTrouble } from './run.js';

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
      {materials.value.length > 1 && (
        <div class="field">
          <label for="material">Material</label>
          <select
            id="material"
            value={packedMaterial.value}
            onChange={(event) => {
              material.value = event.currentTarget.value;
            }}
          >
            {materials.value.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </div>
      )}
    </>
  );
}

function Row({ garment, index }: { garment: Garment; index: number }) {
  const { id, quantity, wearer, settings } = garment;
  const changed = Object.keys(settings).length;
  const name = patternNameOf(garment);
  const entry = pieces.value.get(id);
  const told = [...(runTrouble.value?.fields ?? [])].find(([path]) => path.startsWith(`patterns[${index}]`))?.[1];
  const problem = isTrouble(entry) ? entry.message : told;
  const drafted = entry && !isTrouble(entry) ? entry : [];
  const count = (some: typeof drafted): number => quantity * some.reduce((sum, piece) => sum + piece.quantity, 0);
  const all = count(drafted);
  const packed = count(drafted.filter((piece) => piece.material === packedMaterial.value));
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <span class="muted">
          {wearerOf(wearer)}
          {changed > 0 && `, ${changed} set by hand`}
          {all > 0 && `, ${all} parts`}
          {packed < all && `, ${packed} of ${packedMaterial.value}`}
        </span>
      </div>
      <input
        type="number"
        min="1"
        max="1000"
        aria-label={`Quantity of ${name}`}
        value={quantity}
        onChange={(event) => {
          const typed = Math.round(Number(event.currentTarget.value));
          changeGarment(id, { quantity: Math.min(1000, Math.max(1, typed || 1)) });
        }}
      />
      <button type="button" class="icon" aria-label={`Remove ${name}`} onClick={() => removeGarment(id)}>
        ×
      </button>
      {problem && <p class="problem">{problem}</p>}
    </li>
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
  const wearer = useSignal(people.value[0]!.id);
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
        aria-label="Person to fit"
        value={personOf(wearer.value) ? wearer.value : ''}
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
      </select>
      <button
        type="button"
        onClick={() => addGarment({ patternId, wearer: wearer.value || null, settings: {}, quantity: 1 })}
      >
        Add
      </button>
    </div>
  );
}
