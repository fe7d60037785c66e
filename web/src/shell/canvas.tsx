/** A drawing to explore. It fits itself in, then follows pointer, wheel, fingers and keys. */
import { batch, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

export interface ViewBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface CanvasProps {
  /** Description of the drawing for screen readers. */
  readonly label: string;
  /** The area to fit in. */
  readonly frame: ViewBox;
  /** Whether it has parts to select; default false. */
  readonly isInteractive?: boolean;
  readonly children: ComponentChildren;
  /** Tools above the drawing. */
  readonly header?: ComponentChildren;
  /** Content over the drawing, at its lower edge. */
  readonly footer?: ComponentChildren;
}

const padding = 28;
const step = 1.25;
const most = 60;

export function Canvas({ label, frame, isInteractive = false, children, header, footer }: CanvasProps) {
  const holder = useRef<HTMLDivElement>(null);
  const size = useSignal({ width: 0, height: 0 });
  /** Zoom relative to the fitting one, and the shift of the frame's middle in pixels. */
  const zoom = useSignal(1);
  const shift = useSignal({ x: 0, y: 0 });
  /** Zooms around the point (x, y), in pixels of the canvas. */
  const zoomAt = (factor: number, x = size.value.width / 2, y = size.value.height / 2): void => {
    const next = Math.min(most, Math.max(0.3, zoom.value * factor));
    const by = next / zoom.value;
    const [mx, my] = [size.value.width / 2, size.value.height / 2];
    batch(() => {
      zoom.value = next;
      shift.value = { x: x - mx - (x - mx - shift.value.x) * by, y: y - my - (y - my - shift.value.y) * by };
    });
  };
  const move = (x: number, y: number): void => {
    shift.value = { x: shift.value.x + x, y: shift.value.y + y };
  };
  const fitIn = (): void => {
    batch(() => {
      zoom.value = 1;
      shift.value = { x: 0, y: 0 };
    });
  };

  useEffect(() => {
    const element = holder.current!;
    const observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect;
      size.value = { width, height };
    });
    observer.observe(element);
    // Preact listens to wheels passively, which could not keep the page still.
    const wheel = (event: WheelEvent): void => {
      event.preventDefault();
      const { left, top } = element.getBoundingClientRect();
      zoomAt(Math.exp(-event.deltaY / 400), event.clientX - left, event.clientY - top);
    };
    element.addEventListener('wheel', wheel, { passive: false });
    const stop = followPointers(element, move, zoomAt);
    return () => {
      observer.disconnect();
      element.removeEventListener('wheel', wheel);
      stop();
    };
  }, []);

  const keys: Readonly<Record<string, () => void>> = {
    '+': () => zoomAt(step),
    '=': () => zoomAt(step),
    '-': () => zoomAt(1 / step),
    '0': fitIn,
    ArrowLeft: () => move(40, 0),
    ArrowRight: () => move(-40, 0),
    ArrowUp: () => move(0, 40),
    ArrowDown: () => move(0, -40),
  };
  const { scale, x, y } = placed(frame, size.value, zoom.value, shift.value);
  return (
    <div class="drawing">
      {header}
      <section
        class="drawing-view"
        ref={holder}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved and zoomed by keys
        tabIndex={0}
        aria-label={`${label}. Arrow keys move the drawing, plus and minus zoom, zero fits it to the view.`}
        onKeyDown={(event) => {
          const act = event.ctrlKey || event.metaKey ? undefined : keys[event.key];
          if (!act) return;
          event.preventDefault();
          act();
        }}
      >
        <svg width="100%" height="100%" role={isInteractive ? 'group' : 'img'} aria-label={label}>
          <g
            transform={`translate(${x} ${y}) scale(${scale})`}
            style={{ '--pixel': `${1 / scale}px`, '--scale': scale }}
          >
            {children}
          </g>
        </svg>
      </section>
      <fieldset class="zoom" aria-label="Zoom">
        <button type="button" class="icon" aria-label="Zoom in" onClick={() => zoomAt(step)}>
          +
        </button>
        <button type="button" class="icon" aria-label="Zoom out" onClick={() => zoomAt(1 / step)}>
          −
        </button>
        <button type="button" class="icon" aria-label="Fit to view" title="Fit to view" onClick={fitIn}>
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path class="line" d="M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4" />
          </svg>
        </button>
      </fieldset>
      {footer}
    </div>
  );
}

interface Placed {
  /** Pixels per unit. */
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

function placed(
  { left, top, width: w, height: h }: ViewBox,
  { width, height }: { width: number; height: number },
  zoom: number,
  shift: { x: number; y: number },
): Placed {
  const room = (pixels: number, units: number): number => Math.max(1, pixels - 2 * padding) / Math.max(units, 1e-6);
  const scale = zoom * Math.min(room(width, w), room(height, h));
  return {
    scale,
    x: width / 2 + shift.x - (left + w / 2) * scale,
    y: height / 2 + shift.y - (top + h / 2) * scale,
  };
}

/** One finger or the mouse moves, two fingers zoom. */
function followPointers(
  element: HTMLElement,
  move: (x: number, y: number) => void,
  zoomAt: (factor: number, x: number, y: number) => void,
): () => void {
  const down = new Map<number, PointerEvent>();
  const start = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    down.set(event.pointerId, event);
    element.setPointerCapture(event.pointerId);
  };
  const drag = (event: PointerEvent): void => {
    const before = down.get(event.pointerId);
    if (!before) return;
    const other = [...down.values()].find(({ pointerId }) => pointerId !== event.pointerId);
    const share = 1 / down.size;
    move((event.clientX - before.clientX) * share, (event.clientY - before.clientY) * share);
    if (other) {
      const { left, top } = element.getBoundingClientRect();
      const distance = (to: PointerEvent): number => Math.hypot(to.clientX - other.clientX, to.clientY - other.clientY);
      const [x, y] = [(event.clientX + other.clientX) / 2 - left, (event.clientY + other.clientY) / 2 - top];
      if (distance(before) > 0) zoomAt(distance(event) / distance(before), x, y);
    }
    down.set(event.pointerId, event);
  };
  const end = (event: PointerEvent): void => {
    down.delete(event.pointerId);
  };
  element.addEventListener('pointerdown', start);
  element.addEventListener('pointermove', drag);
  element.addEventListener('pointerup', end);
  element.addEventListener('pointercancel', end);
  return () => {
    element.removeEventListener('pointerdown', start);
    element.removeEventListener('pointermove', drag);
    element.removeEventListener('pointerup', end);
    element.removeEventListener('pointercancel', end);
  };
}
