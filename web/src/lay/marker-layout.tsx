/** The layout of one marker of a plan: its picture and its files for the cutter, or the reason why there are none. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { LayMarker, PlanLaysRequest } from '../../../gen/selvage/lay/v1/lay_pb.js';
import type { Marker } from '../../../src/drawing/marker/marker.js';
import { goneLayout } from '../../../src/lays/cut-plan-document.js';
import { type CutterFile, cutterFiles, writeForCutter } from '../marker/files.js';
import { type Trouble, troubleOf } from '../service/trouble.js';
import { download, fileName } from '../shell/download.js';
import { useSaving } from '../shell/saving.js';
import { layoutOf, pictureOf } from './markers.js';

interface MarkerLayoutProps {
  readonly marker: LayMarker;
  readonly fabric: PlanLaysRequest['fabric'];
  readonly label: string;
}

export function MarkerLayout({ marker, fabric, label }: MarkerLayoutProps) {
  /** Undefined: it is on its way. Null: it is gone. */
  const layout = useSignal<Marker | null | undefined>(undefined);
  const trouble = useSignal<Trouble | null>(null);
  useEffect(() => {
    let isShown = true;
    layoutOf(marker, fabric).then(
      (read) => {
        if (isShown) layout.value = read;
      },
      (error: unknown) => {
        if (isShown) trouble.value = troubleOf(error);
      },
    );
    return () => {
      isShown = false;
    };
  }, [marker.jobId]);
  if (trouble.value) return <p class="problem">{trouble.value.message}</p>;
  if (layout.value === null) return <p class="help">{goneLayout(fabric ?? {})}</p>;
  const style = { aspectRatio: `${marker.length} / ${marker.width}` };
  if (layout.value === undefined) return <span class="lay-picture" style={style} />;
  return (
    <>
      <img class="lay-picture" style={style} alt={label} src={pictureOf(layout.value)} />
      <Files layout={layout.value} label={label} />
    </>
  );
}

function Files({ layout, label }: { readonly layout: Marker; readonly label: string }) {
  const { busy, trouble, save } = useSaving<CutterFile>(async (file) => {
    const { type, content } = await writeForCutter(file, layout, label);
    download(`${fileName(label)}.${file.toLowerCase()}`, type, content);
  });
  return (
    <fieldset class="downloads" aria-label={`Download ${label}`}>
      {cutterFiles.map((file) => (
        <button key={file} type="button" aria-busy={busy.value === file} onClick={() => void save(file)}>
          {file}
        </button>
      ))}
      {trouble.value && <p class="problem">{trouble.value.message}</p>}
    </fieldset>
  );
}
