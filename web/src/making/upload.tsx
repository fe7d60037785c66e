/** Uploads a pattern: a document, a drawing as DXF, or a pattern of Seamly2D with its measurements. */
import { busy, dxfSize, dxfUnit, upload } from './making.js';

const units = [
  [1, 'mm'],
  [10, 'cm'],
  [25.4, 'in'],
] as const;

export function Upload() {
  return (
    <>
      <label class="file">
        <input
          type="file"
          multiple
          disabled={busy.value}
          accept=".json,.dxf,.sm2d,.val,.smis,.smms,.vit,.vst,application/json"
          onChange={async (event) => {
            const input = event.currentTarget;
            const files = [...(input.files ?? [])];
            if (files.length > 0) await upload(files);
            input.value = '';
          }}
        />
        <span class="file-button">Upload a pattern</span>
      </label>
      <p class="help">
        A document (JSON), a DXF, or a pattern of Seamly2D or Valentina together with its measurements.
      </p>
      <details>
        <summary>A DXF</summary>
        <div class="making-dxf">
          <label>
            Unit, if it names none
            <select
              value={String(dxfUnit.value)}
              onChange={(event) => {
                dxfUnit.value = Number(event.currentTarget.value);
              }}
            >
              {units.map(([mm, name]) => (
                <option key={name} value={String(mm)}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <label>
            Size
            <input
              value={dxfSize.value}
              placeholder="its sample size"
              onInput={(event) => {
                dxfSize.value = event.currentTarget.value;
              }}
            />
          </label>
        </div>
      </details>
    </>
  );
}
