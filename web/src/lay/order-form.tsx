/** The order: quantities by size and colour, cloths with their rolls, the table, the costs. */
import { directions } from '../marker/cloth-fields.js';
import type { Direction } from '../marker/settings.js';
import { chosen } from '../pattern/drafting.js';
import { Folded } from '../shell/folded.js';
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
        >
          <Problem sentence={toldAt('material')} />
        </MaterialSelect>
      )}
      <SizeForm />
      <Quantities />
      {cloths.value.map((cloth, i) => (
        <ClothSet key={i} cloth={cloth} index={i} />
      ))}
      <button type="button" onClick={addCloth}>
        Add a colour
      </button>
      <Problem sentence={toldExactly('cloths')} />
      <div class="fields">
        <Amount name="length" label="Table length" unit={longUnits[lengthUnit.value].name} />
        <Amount name="plies" label="Most plies" />
      </div>
      <div class="fields">
        <Amount name="over" label="May be over" />
        <Amount name="seconds" label="Planning time" unit="s" />
      </div>
      <Folded summary="Nap, stripes and tilt" isWrong={Object.keys(layingPaths).some(isWrong)}>
        <Laying />
      </Folded>
      <Folded summary="Costs and distance" isWrong={['marker', 'lay', 'ply', 'cutting', 'distance'].some(isWrong)}>
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
      </Folded>
    </>
  );
}

function Laying() {
  const amount = (name: 'repeatX' | 'repeatY' | 'tilt', label: string, unit: string) => (
    <TypedAmount
      name={name}
      label={label}
      unit={unit}
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

/** The service's places of these fields. */
const layingPaths = { repeatX: 'fabric.repeatX', repeatY: 'fabric.repeatY', tilt: 'rotationTolerance' } as const;
const paths: Readonly<Record<string, string>> = {
  ...layingPaths,
  length: 'table.length',
  plies: 'table.plies',
  seconds: 'maximumExecutionTime',
  distance: 'minDistance',
  marker: 'costs.marker',
  lay: 'costs.lay',
  ply: 'costs.ply',
  cutting: 'costs.cutting',
};

/** The first sentence of the service on a place that fits. */
const toldWhere = (fits: (path: string) => boolean): string | undefined =>
  [...(trouble.value?.fields ?? [])].find(([path]) => fits(path))?.[1];

const toldExactly = (path: string): string | undefined => trouble.value?.fields.get(path);

/** On a field or a part of it. */
const toldAt = (path: string): string | undefined =>
  toldWhere((told) => told.startsWith(path) && /^([.[]|$)/.test(told.slice(path.length)));

const overOfLine = /^lines\[\d+\]\.over$/;

/** The page's own sentence on a number of the order, else the service's. */
const problemOf = (name: string): string | undefined =>
  mistakes.value.get(name) ??
  (name === 'over' ? toldWhere((path) => overOfLine.test(path)) : paths[name] && toldAt(paths[name]));

const isWrong = (name: string): boolean => problemOf(name) !== undefined;

/** On the line of the sent order with that size and colour. An order that is too large tells of all lines. */
function problemOfLine(size: string, colour: string): string | undefined {
  const at = order.value?.lines.findIndex((line) => line.size === size && line.colour === colour) ?? -1;
  if (at === -1) return undefined;
  const path = `lines[${at}]`;
  const isOwn = (told: string): boolean =>
    told.startsWith(path) && !overOfLine.test(told) && /^(\.|$)/.test(told.slice(path.length));
  return toldExactly('lines') ?? toldWhere(isOwn);
}

function Problem({ sentence, id }: { readonly sentence: string | undefined; readonly id?: string }) {
  return sentence ? (
    <p class="problem" id={id}>
      {sentence}
    </p>
  ) : null;
}

function Quantities() {
  const names = range.value?.names ?? [];
  if (names.length === 0) return null;
  const cells = names.flatMap((size) => cloths.value.map(({ colour }, i) => ({ size, colour, i })));
  const ownOf = (size: string, i: number): string | undefined => mistakes.value.get(`${i} ${size}`);
  const own = cells.map(({ size, i }) => ownOf(size, i));
  const told = cells.map(({ size, colour }) => problemOfLine(size, colour));
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
                      aria-invalid={(ownOf(size, i) ?? problemOfLine(size, colour)) !== undefined}
                      aria-describedby="quantities-problem"
                      onInput={(event) => setQuantity(i, size, event.currentTarget.value)}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Problem sentence={[...own, ...told].find(Boolean)} id="quantities-problem" />
    </div>
  );
}

const longName = (): string => (lengthUnit.value === 'in' ? 'yard' : 'metre');

const clothLabels = { colour: 'Colour', width: 'Width', price: 'Price', endLoss: 'End loss a ply' } as const;
const lengthFields: ReadonlySet<keyof ClothFields> = new Set(['width', 'endLoss']);

function ClothSet({ cloth, index }: { cloth: ClothFields; index: number }) {
  const problem = (name: keyof ClothFields): string | undefined =>
    mistakes.value.get(`${name} ${index}`) ?? toldAt(`cloths[${index}].${name}`);
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
          aria-invalid={problem(name) !== undefined}
          aria-describedby={`cloth-${name}-${index}-problem`}
          onInput={(event) => setCloth(index, { [name]: event.currentTarget.value })}
        />
        {lengthFields.has(name) && <span class="unit">{lengthUnit.value}</span>}
      </span>
      <Problem sentence={problem(name)} id={`cloth-${name}-${index}-problem`} />
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
          aria-invalid={problem('rolls') !== undefined}
          aria-describedby={`cloth-rolls-${index}-problem`}
          onInput={(event) => setCloth(index, { rolls: event.currentTarget.value })}
        />
        <Problem sentence={problem('rolls')} id={`cloth-rolls-${index}-problem`} />
      </div>
      {cloths.value.length > 1 && (
        <button type="button" class="quiet" onClick={() => removeCloth(index)}>
          Remove {cloth.colour}
        </button>
      )}
    </fieldset>
  );
}

function Amount({ name, label, unit }: { name: keyof OrderFields; label: string; unit?: string }) {
  const onType = (text: string): void => set({ [name]: text });
  return <TypedAmount name={name} label={label} unit={unit} value={fields.value[name]} onType={onType} />;
}

interface TypedAmountProps {
  readonly name: string;
  readonly label: string;
  readonly unit: string | undefined;
  readonly placeholder?: string;
  readonly value: string;
  readonly onType: (text: string) => void;
}

function TypedAmount({ name, label, unit, placeholder, value, onType }: TypedAmountProps) {
  const problem = problemOf(name);
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
          aria-invalid={problem !== undefined}
          aria-describedby={`order-${name}-problem`}
          onInput={(event) => onType(event.currentTarget.value)}
        />
        {unit && <span class="unit">{unit}</span>}
      </span>
      <Problem sentence={problem} id={`order-${name}-problem`} />
    </div>
  );
}
