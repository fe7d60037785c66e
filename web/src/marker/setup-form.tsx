/** The fabric, the distances and the search. */
import { Folded } from '../shell/folded.js';
import { lengthUnit } from '../shell/lengths.js';
import { Segments } from '../shell/segments.js';
import { ClothFields, DirectionField } from './cloth-fields.js';
import { hasOwnUnit, parts, source, unit } from './cutting-list.js';
import { KeepOutList } from './keep-out-list.js';
import { RollFields } from './roll-fields.js';
import { change, fabric, mistakes, setup } from './setup.js';
import { Field, NumberField, problemOf } from './setup-field.js';
import { SheetFields } from './sheet-fields.js';

const rotationChoices = [
  ['0', 'along the grain, one way'],
  ['0, 180', 'along the grain, both ways'],
  ['0, 90, 180, 270', 'quarter turns'],
] as const;

export function SetupForm() {
  const { rotations, rests } = setup.value;
  const ownSheets = source.value === 'parts' && (parts.value?.bins.length ?? 0) > 0;
  const known = rotationChoices.some(([value]) => value === rotations);
  return (
    <>
      <Segments
        label="Fabric"
        value={fabric.value}
        choices={[
          ['roll', 'Roll'],
          ['sheets', 'Sheets'],
          ...(ownSheets ? ([['file', 'From the file']] as const) : []),
          ...(rests.length > 0 ? ([['rests', 'Rests']] as const) : []),
        ]}
        onChoose={(chosen) => change({ fabric: chosen })}
      />
      <Segments
        label={hasOwnUnit.value ? 'Figures and reports' : 'Lengths'}
        value={lengthUnit.value}
        choices={[
          ['mm', 'mm'],
          ['in', 'inches'],
        ]}
        onChoose={(chosen) => {
          lengthUnit.value = chosen;
        }}
      />
      {fabric.value === 'sheets' && <SheetFields />}
      {fabric.value === 'roll' && <RollFields />}
      {fabric.value === 'rests' && (
        <p class="help">
          {rests.length} {rests.length === 1 ? 'rest' : 'rests'} of an earlier marker
        </p>
      )}
      <KeepOutList />
      <div class="fields">
        <NumberField name="distance" label="Between parts" unit={unit.value} />
        <NumberField name="edge" label="From the edge" unit={unit.value} />
      </div>
      {fabric.value !== 'roll' && <NumberField name="restWidth" label="Keep rests wider than" unit={unit.value} />}
      <ClothFields />
      <Field name="rotations" label="Rotations">
        <select
          id="setup-rotations"
          value={known ? rotations : 'own'}
          onChange={(event) =>
            change({ rotations: event.currentTarget.value === 'own' ? '0, 45' : event.currentTarget.value })
          }
        >
          {rotationChoices.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
          <option value="own">these degrees</option>
        </select>
        {!known && (
          <span class="amount">
            <input
              aria-label="Allowed rotations in degrees"
              value={rotations}
              aria-invalid={mistakes.value.has('rotations')}
              onInput={(event) => change({ rotations: event.currentTarget.value })}
            />
            <span class="unit">°</span>
          </span>
        )}
      </Field>
      <NumberField name="tilt" label="Tilt" unit="°" />
      <DirectionField />
      <Folded
        summary="Search"
        isWrong={(['seconds', 'solvers', 'queue'] as const).some((name) => problemOf(name) !== undefined)}
      >
        <div class="fields">
          <NumberField name="seconds" label="Time limit" unit="s" />
          <NumberField name="solvers" label="Solvers" />
        </div>
        <Field name="queue" label="Queue">
          <select
            id="setup-queue"
            value={setup.value.queue}
            onChange={(event) => change({ queue: event.currentTarget.value === 'fast' ? 'fast' : 'slow' })}
          >
            <option value="slow">free, up to 30 s</option>
            <option value="fast">fast, paid</option>
          </select>
        </Field>
      </Folded>
    </>
  );
}
