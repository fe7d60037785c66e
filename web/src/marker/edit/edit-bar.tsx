/** The tools for the selected part, and the way back. */
import { useEffect } from 'preact/hooks';
import { latinKey } from '../../shell/latin-key.js';
import { lengthUnit } from '../../shell/lengths.js';
import { blocked, type Fault, faulty, keyOf, locked, lockedKeys } from '../locked.js';
import { ground } from '../run.js';
import { canRedo, canUndo, redo, selectedPlacement, toggleLock, turn, undo, unlockAll } from './edit.js';
import '../../style/edit.css';

export function EditBar() {
  useEffect(() => {
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  const placement = selectedPlacement.value;
  const count = locked.value.length;
  return (
    <div class="edit-bar">
      <fieldset aria-label="Work on the marker">
        {placement && (
          <>
            <span class="edit-name">
              <strong title={placement.id}>
                <bdi>{placement.id || 'Part'}</bdi>
              </strong>{' '}
              {turnedBy(placement.rotation!)}
            </span>
            <button type="button" onClick={() => turn(90)}>
              Turn 90°
            </button>
            <button type="button" onClick={toggleLock}>
              {lockedKeys.value.has(keyOf(placement)) ? 'Unlock' : 'Lock'}
            </button>
          </>
        )}
        <button type="button" disabled={!canUndo.value} onClick={undo}>
          Undo
        </button>
        <button type="button" disabled={!canRedo.value} onClick={redo}>
          Redo
        </button>
        {count > 0 && (
          <button type="button" onClick={unlockAll}>
            Unlock all {count}
          </button>
        )}
      </fieldset>
      <p class="help" role="status">
        {told(placement !== null)}
      </p>
      {placement && isAgainst(placement.index!, placement.rotation!) && (
        <p class="warning">{turnedBy(placement.rotation!)} is none of the allowed rotations of this part.</p>
      )}
      {placement && <Reason fault={faulty.value.get(keyOf(placement))} />}
    </div>
  );
}

const reasons: Readonly<Partial<Record<Fault, string>>> = {
  way: 'It lies another way than the parts that must lie like it.',
  pattern: 'It lies off the pattern: its seams do not match those of the other parts.',
};

function Reason({ fault }: { readonly fault: Fault | undefined }) {
  const reason = fault && reasons[fault];
  return reason ? <p class="warning">{reason}</p> : null;
}

const turnedBy = (degrees: number): string => `${Math.round(degrees * 100) / 100}°`;

function told(hasSelection: boolean): string {
  const { size } = faulty.value;
  if (blocked.value) return 'Locked parts overlap, lie too near or leave the fabric. Move one of them, or unlock it.';
  if (size > 0) {
    // A reload leaves no way back.
    const orUndo = canUndo.value ? ', or undo' : '';
    return `${sentenceOf([...faulty.value.values()])} Improve the marker around the locked parts${orUndo}.`;
  }
  if (hasSelection)
    return `Drag it, or press the arrow keys (Shift: ${lengthUnit.value === 'in' ? '½ in' : '10 mm'}), R to turn, L to lock. A moved part is locked.`;
  return 'Click a part to move it.';
}

function sentenceOf(faults: readonly Fault[]): string {
  const count = (wanted: Fault): number => faults.filter((fault) => fault === wanted).length;
  const [near, astray, off] = [count('place'), count('way'), count('pattern')];
  const sentences = [
    near > 0 && `${near === 1 ? 'A part overlaps or lies' : `${near} parts overlap or lie`} too near.`,
    astray > 0 && `${astray === 1 ? 'A part lies' : `${astray} parts lie`} the wrong way.`,
    off > 0 && `${off === 1 ? 'A part lies' : `${off} parts lie`} off the pattern.`,
  ];
  return sentences.filter(Boolean).join(' ');
}

/** Whether a rotation is against the rules of the search. Locked parts may lie so. */
function isAgainst(index: number, rotation: number): boolean {
  const { polygons, rotations, tilt = 0 } = ground.value!;
  const { allowedRotations: own = [], rotationTolerance = tilt } = polygons[index] ?? {};
  const allowed = own.length > 0 ? own : rotations;
  const apart = (degrees: number): number => Math.abs(((((rotation - degrees + 180) % 360) + 360) % 360) - 180);
  return allowed.length > 0 && allowed.every((degrees) => apart(degrees) > rotationTolerance + 1e-6);
}

function onKey(event: KeyboardEvent): void {
  const isTyping = event.target instanceof Element && event.target.closest('input, select, textarea') !== null;
  if (isTyping || !(event.ctrlKey || event.metaKey)) return;
  const key = latinKey(event);
  if (key !== 'z' && key !== 'y') return;
  event.preventDefault();
  if (key === 'y' || event.shiftKey) redo();
  else undo();
}
