/** The choice of a size table and of a range of its sizes. */
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { SizeTable } from '../../../gen/selvage/size/v1/size_pb.js';
import { choose, chooseTable, range, type SizeRange } from './sizing.js';
import { TableUpload } from './table-upload.js';
import { mostSizes, tables, tablesTrouble } from './tables.js';

export function SizeForm({ children }: { readonly children?: ComponentChildren }) {
  const uploads = useSignal(false);
  const chosen = range.value;
  const own = tables.value.filter(({ library }) => !library);
  const shipped = tables.value.filter(({ library }) => library);
  return (
    <>
      <div class="field">
        <label for="size-table">Size table</label>
        <div class="with-button">
          <select
            id="size-table"
            value={chosen?.table.tableId}
            onChange={(event) => chooseTable(event.currentTarget.value)}
          >
            {own.length > 0 && <Group label="Your tables" tables={own} />}
            <Group label="Public tables" tables={shipped} />
          </select>
          <button
            type="button"
            aria-expanded={uploads.value}
            aria-controls="table-upload"
            onClick={() => {
              uploads.value = !uploads.value;
            }}
          >
            Upload
          </button>
        </div>
      </div>
      <div id="table-upload" hidden={!uploads.value}>
        {uploads.value && (
          <TableUpload
            onDone={() => {
              uploads.value = false;
            }}
          />
        )}
      </div>
      {tablesTrouble.value && <p class="problem">{tablesTrouble.value.message}</p>}
      {chosen && (
        <>
          <div class="fields sizes-range">
            <Range chosen={chosen} />
            {children}
          </div>
          {chosen.table.sizes.length > mostSizes && <p class="help">At most {mostSizes} sizes at a time.</p>}
          {chosen.table.source !== '' && <p class="help">Source: {chosen.table.source}</p>}
        </>
      )}
    </>
  );
}

function Range({ chosen: { table, names } }: { readonly chosen: SizeRange }) {
  const all = table.sizes.map(({ name }) => name);
  const [first, last] = [all.indexOf(names[0]!), all.indexOf(names.at(-1)!)];
  return (
    <>
      <Size
        id="size-from"
        label="From"
        names={all}
        value={names[0]!}
        onChoose={(from) => choose({ from, to: all[Math.max(all.indexOf(from), last)]! })}
      />
      <Size
        id="size-to"
        label="To"
        names={all.slice(first, first + mostSizes)}
        value={names.at(-1)!}
        onChoose={(to) => choose({ to })}
      />
    </>
  );
}

/** The size to compare the others with; the service takes the middle one by default. */
export function BaseSize() {
  const { names, base } = range.value!;
  const value = base ?? names[names.length >> 1]!;
  return (
    <Size
      id="size-base"
      label="Base size"
      names={names}
      value={value}
      onChoose={(chosen) => choose({ base: chosen })}
    />
  );
}

function Group({ label, tables: listed }: { label: string; tables: readonly SizeTable[] }) {
  return (
    <optgroup label={label}>
      {listed.map(({ tableId, name }) => (
        <option key={tableId} value={tableId}>
          {name}
        </option>
      ))}
    </optgroup>
  );
}

interface SizeProps {
  readonly id: string;
  readonly label: string;
  readonly names: readonly string[];
  readonly value: string;
  readonly onChoose: (name: string) => void;
}

function Size({ id, label, names, value, onChoose }: SizeProps) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
