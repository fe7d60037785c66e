/** The best plan so far: its figures, each marker with its lays, the lines of the order, and the files. */
import type { LayPlan, PlanLaysRequest } from '../../../gen/selvage/lay/v1/lay_pb.js';
import { clothNeed } from '../../../src/drawing/lengths.js';
import { download } from '../shell/download.js';
import { documentLengths, lengthText, lengthUnit, longUnits } from '../shell/lengths.js';
import { PrintHead } from '../shell/print.js';
import { useSaving } from '../shell/saving.js';
import { type PlanFile, planFiles, writePlan } from './files.js';
import { MarkerLayout } from './marker-layout.js';

/** A length of cloth to cut, rounded up. */
const clothOfLength = (mm: number): string =>
  `${clothNeed(mm, documentLengths()).toFixed(2)} ${longUnits[lengthUnit.value].name}`;
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

export function PlanView({ plan, order }: { plan: LayPlan; order: PlanLaysRequest }) {
  const { cost, gap, markers, lays, lines, missing } = plan;
  const sum = (of: (line: (typeof lines)[number]) => number): number => lines.reduce((all, line) => all + of(line), 0);
  return (
    <div class="plan">
      <PrintHead title="Lay plan" facts={[order.material ?? '', ...order.cloths.map(clothOf)]} />
      <dl class="figures">
        <Figure name="Cost" value={cost!.total.toFixed(2)} />
        <Figure name="Cloth" value={clothOfLength(plan.clothLength)} />
        <Figure name="Garments" value={`${sum(({ cut }) => cut)} of ${sum(({ quantity }) => quantity)}`} />
        <Figure name="Over" value={String(sum(({ over }) => over))} />
        <Figure name="Lays" value={String(lays.length)} />
        {gap !== undefined && (
          <Figure name="Gap" value={percent(gap)} title="No plan can cost less by more than this." />
        )}
      </dl>
      {missing.length > 0 && (
        <ul class="lays warning">
          {missing.map(({ line, message }) => (
            <li key={line}>{message.replace(/^lines\[\d+\]: /, '')}.</li>
          ))}
        </ul>
      )}
      <Files plan={plan} order={order} />
      <ol class="lay-markers">
        {markers.map((marker, i) => (
          <li key={marker.jobId}>
            <h2>
              Marker {i + 1}: {marker.garments.map(({ name, count }) => `${count} × ${name}`).join(', ')}
            </h2>
            <p class="muted">
              {clothOfLength(marker.length)}, {percent(marker.utilisation)} of the cloth
            </p>
            <MarkerLayout marker={marker} fabric={order.fabric} label={`Marker ${i + 1}`} />
            <Lays plan={plan} marker={i} />
          </li>
        ))}
      </ol>
      <Lines plan={plan} order={order} />
    </div>
  );
}

const clothOf = ({ colour, width }: PlanLaysRequest['cloths'][number]): string =>
  `${colour} ${width === undefined ? '' : `${lengthText(width)} wide`}`.trim();

function Figure({ name, value, title }: { name: string; value: string; title?: string }) {
  return (
    <div title={title}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Lays({ plan, marker }: { plan: LayPlan; marker: number }) {
  const own = plan.lays.map((lay, i) => ({ lay, number: i + 1 })).filter(({ lay }) => lay.marker === marker);
  return (
    <ul class="lays">
      {own.map(({ lay, number }) => (
        <li key={number}>
          <strong>Lay {number}</strong>{' '}
          {lay.plies
            .map(({ plies, colour, roll, rollId }) =>
              [`${plies} ${plies === 1 ? 'ply' : 'plies'}`, colour, roll === undefined ? '' : `roll ${rollId}`]
                .filter((word) => word !== '')
                .join(' '),
            )
            .join(', ')}
        </li>
      ))}
    </ul>
  );
}

function Lines({ plan, order }: { plan: LayPlan; order: PlanLaysRequest }) {
  return (
    <div class="quantities">
      <table>
        <thead>
          <tr>
            {['Size', 'Colour', 'Ordered', 'Cut', 'Over', 'Under'].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {plan.lines.map(({ line, quantity, cut, over, under }) => (
            <tr key={line}>
              <th scope="row">{order.lines[line]?.size ?? order.lines[line]?.name}</th>
              <td>{order.lines[line]?.colour}</td>
              <td>{quantity}</td>
              <td>{cut}</td>
              <td>{over}</td>
              <td class={under > 0 ? 'lacking' : undefined}>{under}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Files({ plan, order }: { plan: LayPlan; order: PlanLaysRequest }) {
  const { busy, trouble, save } = useSaving<PlanFile>(async (file) => {
    download(file.file, file.type, await writePlan(file, plan, order));
  });
  return (
    <fieldset class="downloads" aria-label="Download the plan">
      {planFiles.map((file) => (
        <button key={file.file} type="button" aria-busy={busy.value === file} onClick={() => void save(file)}>
          {file.name}
        </button>
      ))}
      {trouble.value && <p class="problem">{trouble.value.message}</p>}
    </fieldset>
  );
}
