/** The choice of a size table and of a range of its sizes. */
import { useSignal } from '@preact/signals';
import type { SizeTable } from '../../../gen/selvage/size/v1/size_pb.js';
import { choose, chooseTable, range, shownSizes } from './sizing.js';
import { TableUpload } from './table-upload.js';
import { tables, tablesTrouble } from './tables.js';

export function SizeForm() {
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
            <Size
              id="size-from"
              label="From"
              names={chosen.table.sizes.map(({ name }) => name)}
              value={chosen.names[0]!}
              onChoose={(from) => choose({ from, to: chosen.names.includes(from) ? chosen.names.at(-1)! : from })}
            />
            <Size
              id="size-to"
              label="To"
              names={chosen.table.sizes.map(({ name }) => name).slice(indexOf(chosen.table, chosen.names[0]!))}
              value={chosen.names.at(-1)!}
              onChoose={(to) => choose({ to })}
            />
            <Size
              id="size-base"
              label="Base size"
              names={chosen.names}
              value={chosen.base ?? shownSizes.value?.base ?? chosen.names[chosen.names.length >> 1]!}
              onChoose={(base) => choose({ base })}
            />
          </div>
          {chosen.table.source !== '' && <p class="help">Source: {chosen.table.source}</p>}
        </>
      )}
    </>
  );
}

const indexOf = (table: SizeTable, name: string): number => table.sizes.findIndex((size) => size.name === name);

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
