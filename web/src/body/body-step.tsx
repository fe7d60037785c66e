/** Step 1: the known measurements of a person, and the predictions from them with their intervals. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Field } from '../../../src/body/fields.js';
import { garments, patternNameOf } from '../marker/cutting-list.js';
import { chosen, way, wearer } from '../pattern/drafting.js';
import { Listed } from '../shell/listed.js';
import { isPrinted, PrintHead } from '../shell/print.js';
import { Segments } from '../shell/segments.js';
import { wide } from '../shell/wide.js';
import { Figure, focused } from './figure/figure.js';
import { inferenceTrouble, inferred, proposals, warnings } from './inference.js';
import { inWords, labelOf, measurementGroups, measurementIn, measurementOf, unitOf } from './measurements.js';
import {
  addPerson,
  change,
  changeUnits,
  choose,
  figureAsTyped,
  figureOf,
  isAssumed,
  type Person,
  people,
  person,
  removePerson,
  type,
} from './people.js';
import { populationsFor, readPopulations } from './populations.js';

const inputId = (name: string): string => `measurement-${name}`;

function enter(name: string): void {
  document.getElementById(inputId(name))?.focus();
}

export function BodyStep() {
  const entries = [...inferred.value.values()];
  const known = entries.filter(({ measured }) => measured).length;
  const assumed = person.value.assumed.length;
  return (
    <>
      <section class="panel" aria-label="Measurements">
        <PrintHead title={person.value.name} facts={factsOf(person.value)} />
        <PersonForm />
        {inferenceTrouble.value && unplaced() && <p class="problem">{inferenceTrouble.value.message}</p>}
        <MeasurementForm />
      </section>
      <section class="canvas body-canvas" aria-label="Figure">
        <Figure onChoose={enter} callouts={wide.value} />
        <Caption />
        <Proposals />
        <p class="legend">
          {known > assumed && <span class="key-measured">{known - assumed} measured</span>}
          {assumed > 0 && (
            <span class="key-assumed">
              {assumed} assumed<span class="on-screen">: type your own</span>
            </span>
          )}
          <span class="key-predicted">{entries.length - known} predicted, each with its 90 % interval</span>
        </p>
      </section>
    </>
  );
}

function factsOf(of: Person): string[] {
  const { gender, population = 'unspecified' } = of;
  const [, from] = populationsFor(of).find(([value]) => value === population)!;
  return [`${gender} body model`, ...(population === 'unspecified' ? [] : [from])];
}

/** The measurements that would narrow the intervals most; the figure lights them up. */
function Proposals() {
  if (proposals.value.length === 0) return null;
  return (
    <p class="proposals">
      Measure next:
      {proposals.value.map((name) => (
        <button key={name} type="button" onClick={() => enter(name)}>
          {labelOf(name)}
        </button>
      ))}
    </p>
  );
}

/** Whether no field shows the problem. */
function unplaced(): boolean {
  const fields = inferenceTrouble.value?.fields ?? new Map<string, string>();
  return ![...fields.keys()].some((path) => measurementOf(path));
}

/** Names of the garments and the pattern that are made for a person. */
function madeFor(id: string): string[] {
  const cut = garments.value.filter(({ wearer: of }) => of === id).map(patternNameOf);
  const isDrafted = chosen.value && way.value === 'person' && wearer.value === id;
  return isDrafted ? [...cut, `the pattern ${chosen.value!.name}`] : cut;
}

function PersonForm() {
  const { id, name, gender, units, population = 'unspecified' } = person.value;
  const sure = useSignal(false);
  const made = madeFor(id);
  return (
    <div class="person">
      <div class="field">
        <label for="person">Person</label>
        <div class="with-button">
          <select id="person" value={id} onChange={(event) => choose(event.currentTarget.value)}>
            {people.value.map((each) => (
              <option key={each.id} value={each.id}>
                {each.name}
              </option>
            ))}
          </select>
          <button type="button" onClick={addPerson}>
            Add
          </button>
          {people.value.length > 1 && (
            <button
              type="button"
              aria-label={sure.value ? `Really remove ${name}` : undefined}
              onBlur={() => {
                sure.value = false;
              }}
              onClick={() => {
                if (sure.value || made.length === 0) removePerson(id);
                sure.value = !sure.value && made.length > 0;
              }}
            >
              {sure.value ? 'Really?' : 'Remove'}
            </button>
          )}
        </div>
        {sure.value && (
          <p class="warning" role="alert">
            Without {name}, these fall back to default measurements: <Listed names={made} />.
          </p>
        )}
      </div>
      <div class="field">
        <label for="person-name">Name</label>
        <input
          id="person-name"
          value={name}
          maxLength={40}
          onChange={(event) => change({ name: event.currentTarget.value.trim() || name })}
        />
      </div>
      <Segments
        label="Body model"
        value={gender}
        choices={[
          ['female', 'Female'],
          ['male', 'Male'],
        ]}
        onChoose={(chosen) => change({ gender: chosen })}
      />
      <Segments
        label="Units"
        value={units}
        choices={[
          ['metric', 'cm, kg'],
          ['imperial', 'in, lb'],
        ]}
        onChoose={changeUnits}
      />
      <div class="field">
        <label for="population">Population</label>
        <select
          id="population"
          value={population}
          onFocus={readPopulations}
          onChange={(event) => change({ population: event.currentTarget.value })}
        >
          {populationsFor(person.value).map(([value, shown]) => (
            <option key={value} value={value}>
              {shown}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}

function MeasurementForm() {
  const search = useSignal('');
  const words = isPrinted.value ? '' : search.value.toLowerCase();
  const fits = ({ name, definition }: Field): boolean =>
    labelOf(name).toLowerCase().includes(words) || definition.toLowerCase().includes(words);
  const groups = measurementGroups
    .map(({ title, fields }) => ({ title, fields: fields.filter(fits) }))
    .filter(({ fields }) => fields.length > 0);
  return (
    <form class="measurements" onSubmit={(event) => event.preventDefault()}>
      <input
        type="search"
        aria-label="Find a measurement"
        placeholder="Find a measurement"
        onInput={(event) => {
          search.value = event.currentTarget.value;
        }}
      />
      {groups.map(({ title, fields }) => (
        <fieldset key={title}>
          <legend>{title}</legend>
          {fields.map((field) => (
            <Row key={field.name} field={field} />
          ))}
        </fieldset>
      ))}
      {groups.length === 0 && <p class="help">No measurement matches.</p>}
    </form>
  );
}

function Row({ field }: { field: Field }) {
  const { name } = field;
  const { typed, units } = person.value;
  const text = typed[name] ?? '';
  const entry = inferred.value.get(name);
  const problem = problemOf(name, text);
  const row = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const on = focused.value === name;
  useEffect(() => {
    const hasFocus = document.activeElement === input.current;
    if (on && !hasFocus && wide.value) row.current?.scrollIntoView({ block: 'nearest' });
  }, [on]);
  return (
    <div
      class={`measurement ${on ? 'on' : ''} ${text && !isAssumed(name) ? 'typed' : ''} ${isAssumed(name) ? 'begun' : ''}`}
      ref={row}
      title={field.definition}
    >
      <label for={inputId(name)}>{labelOf(name)}</label>
      <input
        ref={input}
        id={inputId(name)}
        inputMode="decimal"
        autocomplete="off"
        value={text}
        placeholder={entry ? figureOf(name, entry.value) : ''}
        aria-invalid={problem?.kind === 'problem'}
        aria-describedby={`${inputId(name)}-note`}
        onFocus={() => {
          focused.value = name;
        }}
        onInput={(event) => type(name, event.currentTarget.value)}
      />
      <span class="unit">{unitOf(field, units)}</span>
      <span class="note" id={`${inputId(name)}-note`}>
        {entry?.measured && !problem && (
          <span class={isAssumed(name) ? 'assumed' : 'measured'}>{isAssumed(name) ? 'assumed' : 'measured'}</span>
        )}
        {entry && entry.low !== null && entry.high !== null && (
          <>
            <span class="visually-hidden">predicted {figureOf(name, entry.value)}, </span>
            {figureOf(name, entry.low)} – {figureOf(name, entry.high)}
          </>
        )}
      </span>
      {problem && <p class={problem.kind}>{problem.message}</p>}
    </div>
  );
}

function problemOf(name: string, text: string): { kind: 'problem' | 'warning'; message: string } | null {
  if (text !== '' && measurementIn(text) === null) return { kind: 'problem', message: `“${text}” is not a number` };
  const told = inferenceTrouble.value?.fields.get(name);
  if (told) return { kind: 'problem', message: inWords(told) };
  const warning = warnings.value.get(name);
  return warning ? { kind: 'warning', message: inWords(warning) } : null;
}

/** Shows how to measure the field in focus. */
function Caption() {
  const name = focused.value;
  const field = name === null ? undefined : measurementOf(name);
  if (!field)
    return <p class="caption muted">Point at a line, or step through the fields, to see how to place the tape.</p>;
  const entry = inferred.value.get(field.name);
  const unit = unitOf(field, person.value.units);
  const interval =
    entry && entry.low !== null && entry.high !== null
      ? `, 90 % between ${figureOf(field.name, entry.low)} and ${figureOf(field.name, entry.high)}`
      : '';
  return (
    <p class="caption">
      <strong>{labelOf(field.name)}</strong>{' '}
      {entry && `${figureAsTyped(field.name, entry.value)} ${unit}${isAssumed(field.name) ? ', assumed' : interval}`}
      <span class="muted">{field.definition}</span>
    </p>
  );
}
