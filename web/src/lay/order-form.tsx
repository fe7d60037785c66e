/** The order: quantities by size and colour, cloths with their rolls, the table, the costs. */

import { directions } from '../marker/cloth-fields.js';
import type { Direction } from '../marker/settings.js';
import { chosen } from '../pattern/drafting.js';
import { lengthUnit, longUnits } from '../shell/lengths.js';
import { MaterialSelect } from '../shell/material-select.js';
import { SizeForm } from '../sizes/size-form.js';
import { range } from '../sizes/sizing.js';
import {
  addCloth,
  type ClothFields,
  cloths,
  cutMaterial,
  fields,
  garments,
  laying,
  material,
  materials,
  mistakes,
  type OrderFields,
  quantities,
  removeCloth,
  set,
  setCloth,
  setLaying,
  setQuantity,
} from './order.js';
import { order, trouble } from './run.js';

export function OrderForm() {
  return (
    <>
      <div class="field">
        <span class="label">Pattern</span>
        <p class="ordered">
          {chosen.value?.name ?? 'None yet'} <a href="#pattern">{chosen.value ? 'change' : 'choose one'}</a>
        </p>
      </div>
      {materials.value.length > 1 && (
        <MaterialSelect
          id="order-material"
          value={cutMaterial.value}
          names={materials.value}
          onChange={(name) => {
            material.value = name;
          }}
        />
      )}
      <SizeForm />
      <Quantities />
      {cloths.value.map((cloth, i) => (
        <ClothSet key={i} cloth={cloth} index={i} />
      ))}
      <button type="button" onClick={addCloth}>
        Add a colour
      </button>
      <div class="fields">
        <Amount name="length" label="Table length" unit={longUnits[lengthUnit.value].name} />
        <Amount name="plies" label="Most plies" />
      </div>
      <div class="fields">
        <Amount name="over" label="May be over" />
        <Amount name="seconds" label="Planning time" unit="s" />
      </div>
      <details>
        <summary>Nap, stripes and tilt</summary>
        <Laying />
      </details>
      <details>
        <summary>Costs and distance</summary>
        <div class="fields">
          <Amount name="marker" label="A marker" />
          <Amount name="lay" label="A lay" />
        </div>
        <div class="fields">
          <Amount name="ply" label="A ply" />
          <Amount name="cutting" label={`Cutting a ${longName()}`} />
        </div>
        <div class="fields">
          <Amount name="distance" label="Between parts" unit={lengthUnit.value} />
        </div>
      </details>
    </>
  );
}

function Laying() {
  const amount = (name: 'repeatX' | 'repeatY' | 'tilt', label: string, unit: string) => (
    <TypedAmount
      name={name}
      label={label}
      unit={unit}
      path={layingPaths[name]}
      placeholder="none"
      value={laying.value[name]}
      onType={(text) => setLaying({ [name]: text })}
    />
  );
  return (
    <>
      <div class="fields">
        <div class="field">
          <label for="order-direction">Nap</label>
          <select
            id="order-direction"
            value={laying.value.direction}
            onChange={(event) => setLaying({ direction: event.currentTarget.value as Direction })}
          >
            {directions.map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </div>
        {amount('tilt', 'Tilt', '°')}
      </div>
      <div class="fields">
        {amount('repeatX', 'Stripes, every →', lengthUnit.value)}
        {amount('repeatY', 'Stripes, every ↓', lengthUnit.value)}
      </div>
    </>
  );
}

const layingPaths = { repeatX: 'fabric.repeatX', repeatY: 'fabric.repeatY', tilt: 'rotationTolerance' } as const;

function Quantities() {
  const names = range.value?.names ?? [];
  if (names.length === 0) return null;
  return (
    <div class="field">
      <span class="label">Garments{garments.value > 0 && `: ${garments.value}`}</span>
      <div class="quantities">
        <table>
          <thead>
            <tr>
              <th scope="col">Size</th>
              {cloths.value.map(({ colour }, i) => (
                <th key={i} scope="col">
                  {colour}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {names.map((size) => (
              <tr key={size}>
                <th scope="row">{size}</th>
                {cloths.value.map(({ colour }, i) => (
                  <td key={i}>
                    <input
                      inputMode="numeric"
                      autocomplete="off"
                      aria-label={`Size ${size} in ${colour}`}
                      placeholder="0"
                      value={quantities.value[i]?.[size] ?? ''}
                      aria-invalid={mistakes.value.has(`${i} ${size}`) || isToldLine(size, colour)}
                      onInput={(event) => setQuantity(i, size, event.currentTarget.value)}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** Whether the service has refused the field, or a part of it. */
const isTold = (path: string): boolean =>
  [...(trouble.value?.fields.keys() ?? [])].some(
    (told) => told.startsWith(path) && /^([.[]|$)/.test(told.slice(path.length)),
  );

/** The same of the line of the sent order with that size and colour. */
const isToldLine = (size: string, colour: string): boolean =>
  order.value?.lines.some((line, i) => line.size === size && line.colour === colour && isTold(`lines[${i}]`)) ?? false;

const longName = (): string => (lengthUnit.value === 'in' ? 'yard' : 'metre');

const clothLabels = { colour: 'Colour', width: 'Width', price: 'Price', endLoss: 'End loss a ply' } as const;
const lengthFields: ReadonlySet<keyof ClothFields> = new Set(['width', 'endLoss']);

function ClothSet({ cloth, index }: { cloth: ClothFields; index: number }) {
  const field = (name: keyof typeof clothLabels) => (
    <div class="field" key={name}>
      <label for={`cloth-${name}-${index}`}>
        {clothLabels[name]}
        {name === 'price' && ` a ${longName()}`}
      </label>
      <span class="amount">
        <input
          id={`cloth-${name}-${index}`}
          inputMode={name === 'colour' ? 'text' : 'decimal'}
          autocomplete="off"
          value={cloth[name]}
          aria-invalid={mistakes.value.has(`${name} ${index}`) || isTold(`cloths[${index}].${name}`)}
          onInput={(event) => setCloth(index, { [name]: event.currentTarget.value })}
        />
        {lengthFields.has(name) && <span class="unit">{lengthUnit.value}</span>}
      </span>
    </div>
  );
  return (
    <fieldset class="cloth">
      <legend>Cloth {cloth.colour}</legend>
      <div class="fields">
        {field('colour')}
        {field('width')}
      </div>
      <div class="fields">
        {field('price')}
        {field('endLoss')}
      </div>
      <div class="field">
        <label for={`cloth-rolls-${index}`}>Rolls, lengths in {longUnits[lengthUnit.value].name}</label>
        <input
          id={`cloth-rolls-${index}`}
          autocomplete="off"
          placeholder="as much as needed"
          value={cloth.rolls}
          aria-invalid={mistakes.value.has(`rolls ${index}`) || isTold(`cloths[${index}].rolls`)}
          onInput={(event) => setCloth(index, { rolls: event.currentTarget.value })}
        />
      </div>
      {cloths.value.length > 1 && (
        <button type="button" class="quiet" onClick={() => removeCloth(index)}>
          Remove {cloth.colour}
        </button>
      )}
    </fieldset>
  );
}

/** The service's places of these fields. */
const paths: Partial<Record<keyof OrderFields, string>> = {
  length: 'table.length',
  plies: 'table.plies',
  seconds: 'maximumExecutionTime',
  distance: 'minDistance',
};

function Amount({ name, label, unit }: { name: keyof OrderFields; label: string; unit?: string }) {
  const onType = (text: string): void => set({ [name]: text });
  return (
    <TypedAmount name={name} label={label} unit={unit} path={paths[name]} value={fields.value[name]} onType={onType} />
  );
}

interface TypedAmountProps {
  readonly name: string;
  readonly label: string;
  readonly unit: string | undefined;
  /** The service's place of the field. */
  readonly path: string | undefined;
  readonly placeholder?: string;
  readonly value: string;
  readonly onType: (text: string) => void;
}

function TypedAmount({ name, label, unit, path, placeholder, value, onType }: TypedAmountProps) {
  const problem = path && trouble.value?.fields.get(path);
  return (
    <div class="field">
      <label for={`order-${name}`}>{label}</label>
      <span class="amount">
        <input
          id={`order-${name}`}
          inputMode="decimal"
          autocomplete="off"
          placeholder={placeholder}
          value={value}
          aria-invalid={mistakes.value.has(name) || problem !== undefined}
          onInput={(event) => onType(event.currentTarget.value)}
        />
        {unit && <span class="unit">{unit}</span>}
      </span>
      {problem && <p class="problem">{problem}</p>}
    </div>
  );
}
