/** Uploads a size table of one's own, as CSV or as JSON: a new table, or the next version of one. */
import { useSignal } from '@preact/signals';
import { Gender, UnitSystem } from '../../../gen/selvage/body/v1/body_pb.js';
import type { CreateSizeTableRequest } from '../../../gen/selvage/size/v1/size_pb.js';
import { sizeService } from '../service/clients.js';
import { type Trouble, troubleOf } from '../service/trouble.js';
import { inWords } from '../service/words.js';
import { Problems } from '../shell/problems.js';
import { textOf } from '../shell/text-of.js';
import { chooseTable } from './sizing.js';
import { addTable, tables } from './tables.js';

/** A file that was read, with the message of its sizes. */
interface ReadTable {
  readonly fileName: string;
  readonly request: CreateSizeTableRequest;
}

const genders: readonly (readonly [Gender, string])[] = [
  [Gender.UNSPECIFIED, 'by column'],
  [Gender.FEMALE, 'female'],
  [Gender.MALE, 'male'],
];

export function TableUpload({ onDone }: { onDone: () => void }) {
  const read = useSignal<ReadTable | null>(null);
  /** As typed or chosen; null: as the file has it. */
  const typedName = useSignal<string | null>(null);
  const pickedId = useSignal<string | null>(null);
  const gender = useSignal(Gender.UNSPECIFIED);
  const unit = useSignal(UnitSystem.METRIC);
  const trouble = useSignal<Trouble | null>(null);
  const busy = useSignal(false);
  const own = tables.value.filter(({ library }) => !library);
  const file = read.value;
  const idOfFile = own.find((table) => table.tableId === file?.request.tableId)?.tableId;
  const tableId = pickedId.value ?? idOfFile ?? '';
  const nameOfPicked = own.find((table) => table.tableId === pickedId.value)?.name;
  const nameOfFile = file?.request.name || file?.fileName.replace(/\.[a-z]+$/i, '');
  const name = typedName.value ?? nameOfPicked ?? nameOfFile ?? '';

  const take = async (chosen: File): Promise<void> => {
    try {
      const { readTable } = await import('./read-table.js');
      const request = readTable(await textOf(chosen));
      read.value = { fileName: chosen.name, request };
      trouble.value = null;
    } catch (error) {
      read.value = null;
      trouble.value = troubleOf(error, inWords);
    }
  };

  const upload = async ({ request }: ReadTable): Promise<void> => {
    busy.value = true;
    const isCsv = request.csv !== '';
    try {
      const { table } = await sizeService.createSizeTable({
        ...request,
        name: name.trim(),
        tableId: tableId || undefined,
        ...(isCsv && { unit: unit.value }),
        ...(isCsv && gender.value !== Gender.UNSPECIFIED && { gender: gender.value }),
      });
      addTable(table!);
      chooseTable(table!.tableId);
      onDone();
    } catch (error) {
      trouble.value = troubleOf(error);
    } finally {
      busy.value = false;
    }
  };

  return (
    <form
      class="table-upload"
      onSubmit={(event) => {
        event.preventDefault();
        if (file && !busy.value) void upload(file);
      }}
    >
      <label class="file">
        <input
          type="file"
          accept=".csv,.json,text/csv,application/json"
          onChange={async (event) => {
            const input = event.currentTarget;
            const chosen = input.files?.[0];
            if (chosen) await take(chosen);
            input.value = '';
          }}
        />
        <span class="file-button">{file?.fileName ?? 'Choose a CSV or JSON file'}</span>
      </label>
      <p class="help">A CSV has a column size, a column gender, and a column for each measurement.</p>
      {file && (
        <>
          <div class="field">
            <label for="table-name">Name</label>
            <input
              id="table-name"
              required
              maxLength={200}
              value={name}
              onInput={(event) => {
                typedName.value = event.currentTarget.value;
              }}
            />
          </div>
          {own.length > 0 && (
            <div class="field">
              <label for="table-version">Keep as</label>
              <select
                id="table-version"
                value={tableId}
                onChange={(event) => {
                  pickedId.value = event.currentTarget.value;
                }}
              >
                <option value="">a new table</option>
                {own.map((table) => (
                  <option key={table.tableId} value={table.tableId}>
                    the next version of {table.name}
                  </option>
                ))}
              </select>
            </div>
          )}
          {file.request.csv !== '' && (
            <div class="fields">
              <div class="field">
                <label for="table-gender">Gender</label>
                <select
                  id="table-gender"
                  value={gender.value}
                  onChange={(event) => {
                    gender.value = Number(event.currentTarget.value);
                  }}
                >
                  {genders.map(([value, words]) => (
                    <option key={value} value={value}>
                      {words}
                    </option>
                  ))}
                </select>
              </div>
              <div class="field">
                <label for="table-unit">Units</label>
                <select
                  id="table-unit"
                  value={unit.value}
                  onChange={(event) => {
                    unit.value = Number(event.currentTarget.value);
                  }}
                >
                  <option value={UnitSystem.METRIC}>cm, kg</option>
                  <option value={UnitSystem.IMPERIAL}>in, lb</option>
                </select>
              </div>
            </div>
          )}
          <button type="submit" aria-busy={busy.value}>
            {busy.value ? 'Storing …' : 'Store the table'}
          </button>
        </>
      )}
      <div role="status">{trouble.value && <Problems trouble={trouble.value} />}</div>
    </form>
  );
}
