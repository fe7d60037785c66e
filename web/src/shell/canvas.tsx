/** A drawing to explore. It fits itself in, then follows pointer, wheel, fingers and keys. On paper it is whole. */
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { isPrinted } from './print.js';
import { InSight, isMoved, type Sight } from './sight.js';

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

/** Pixels around the fitted drawing; a small view has less. */
const padding = (pixels: number): number => Math.min(28, pixels / 12);
const step = 1.25;
const most = 60;

/** Zoom relative to the fitting one, and the shift of the frame's middle in pixels. */
interface View {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}

const fitting: View = { zoom: 1, x: 0, y: 0 };
/** The room on a page of A4 across, and the edge within it, in pixels. */
const [paper, paperEdge] = [{ width: 1000, height: 560 }, 6];
/** Paper shows smaller letters than a screen, by this factor. */
const dotsOfPaper = 2;

/** The largest picture on that page, which has the proportions of the frame. */
function paperFor({ width, height }: ViewBox): { width: number; height: number } {
  const by = Math.min(paper.width / Math.max(width, 1e-6), paper.height / Math.max(height, 1e-6));
  return { width: by * width + 2 * paperEdge, height: by * height + 2 * paperEdge };
}
/** The wheel has no end that the browser tells. */
const wheelRestMs = 150;

export function Canvas({ label, frame, isInteractive = false, children, header, footer }: CanvasProps) {
  const holder = useRef<HTMLDivElement>(null);
  const picture = useRef<SVGSVGElement>(null);
  const size = useSignal({ width: 0, height: 0 });
  /** The view that the drawing was last made for. */
  const drawn = useSignal(fitting);
  /** The view on its way: a gesture moves the drawing as one picture, since thousands of shapes take too long for every frame. */
  const view = useRef(fitting);
  const place = useRef(() => {});
  place.current = () => {
    const [from, to] = [drawn.peek(), view.current].map((each) => placed(frame, size.peek(), each)) as [Placed, Placed];
    const by = to.scale / from.scale;
    picture.current!.style.transform =
      isPrinted.peek() || drawn.peek() === view.current
        ? ''
        : `translate(${to.x - by * from.x}px, ${to.y - by * from.y}px) scale(${by})`;
  };
  useLayoutEffect(() => place.current());
  const settle = (): void => {
    drawn.value = view.current;
    // a layout that came meanwhile takes a frame of its own
    requestAnimationFrame(() => {
      isMoved.value = false;
    });
  };
  const show = (next: View): void => {
    isMoved.value = true;
    view.current = next;
    place.current();
  };
  /** Zooms around the point (x, y), in pixels of the canvas. */
  const zoomAt = (factor: number, x = size.peek().width / 2, y = size.peek().height / 2): void => {
    const now = view.current;
    const zoom = Math.min(most, Math.max(0.3, now.zoom * factor));
    const by = zoom / now.zoom;
    const [u, v] = [x - size.peek().width / 2, y - size.peek().height / 2];
    show({ zoom, x: u - (u - now.x) * by, y: v - (v - now.y) * by });
  };
  const move = (x: number, y: number): void => {
    const now = view.current;
    show({ ...now, x: now.x + x, y: now.y + y });
  };
  const fitIn = (): void => show(fitting);
  const atOnce = (act: () => void): void => {
    act();
    settle();
  };

  useEffect(() => {
    const element = holder.current!;
    const observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect;
      size.value = { width, height };
    });
    observer.observe(element);
    let resting = 0;
    // Preact listens to wheels passively, which could not keep the page still.
    const wheel = (event: WheelEvent): void => {
      event.preventDefault();
      const { left, top } = element.getBoundingClientRect();
      zoomAt(Math.exp(-event.deltaY / 400), event.clientX - left, event.clientY - top);
      clearTimeout(resting);
      resting = window.setTimeout(settle, wheelRestMs);
    };
    element.addEventListener('wheel', wheel, { passive: false });
    const stop = followPointers(element, move, zoomAt, settle);
    return () => {
      clearTimeout(resting);
      isMoved.value = false;
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
  const onPaper = isPrinted.value;
  const { width, height } = onPaper ? paperFor(frame) : size.value;
  const { scale, x, y } = onPaper
    ? placed(frame, { width, height }, fitting, () => paperEdge)
    : placed(frame, { width, height }, drawn.value);
  const sight = useSignal<Sight | null>(null);
  // Thousands of shapes depend on it: they take a frame of their own, after the drawing has its new place.
  const look = (finer: number): void => {
    sight.value = {
      left: (-width - x) / scale,
      top: (-height - y) / scale,
      right: (2 * width - x) / scale,
      bottom: (2 * height - y) / scale,
      scale: roughly(finer * scale),
    };
  };
  useEffect(() => {
    const next = requestAnimationFrame(() => {
      if (!isPrinted.peek()) look(1);
    });
    return () => cancelAnimationFrame(next);
  }, [scale, x, y, width, height]);
  // The browser prints without another frame.
  useLayoutEffect(() => {
    if (onPaper) look(dotsOfPaper);
  }, [onPaper]);
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
          atOnce(act);
        }}
      >
        <svg
          ref={picture}
          width="100%"
          height="100%"
          viewBox={onPaper ? `0 0 ${width} ${height}` : undefined}
          role={isInteractive ? 'group' : 'img'}
          aria-label={label}
        >
          <g transform={`translate(${x} ${y}) scale(${scale})`} style={{ '--pixel': `${1 / scale}px` }}>
            <InSight.Provider value={sight}>{children}</InSight.Provider>
          </g>
        </svg>
      </section>
      <fieldset class="zoom" aria-label="Zoom">
        <button type="button" class="icon" aria-label="Zoom in" onClick={() => atOnce(() => zoomAt(step))}>
          +
        </button>
        <button type="button" class="icon" aria-label="Zoom out" onClick={() => atOnce(() => zoomAt(1 / step))}>
          −
        </button>
        <button type="button" class="icon" aria-label="Fit to view" title="Fit to view" onClick={() => atOnce(fitIn)}>
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path class="line" d="M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4" />
          </svg>
        </button>
      </fieldset>
      {footer}
    </div>
  );
}

/** To half an octave, so that few changes reach the thousands of shapes that depend on it. */
const roughly = (scale: number): number => Number((2 ** (Math.round(2 * Math.log2(scale)) / 2)).toPrecision(4));

interface Placed {
  /** Pixels per unit. */
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

function placed(
  { left, top, width: w, height: h }: ViewBox,
  { width, height }: { width: number; height: number },
  { zoom, x, y }: View,
  edge = padding,
): Placed {
  const room = (pixels: number, units: number): number =>
    Math.max(1, pixels - 2 * edge(pixels)) / Math.max(units, 1e-6);
  const scale = zoom * Math.min(room(width, w), room(height, h));
  return {
    scale,
    x: width / 2 + x - (left + w / 2) * scale,
    y: height / 2 + y - (top + h / 2) * scale,
  };
}

/** One finger or the mouse moves, two fingers zoom. @param settle called when the last one is lifted */
function followPointers(
  element: HTMLElement,
  move: (x: number, y: number) => void,
  zoomAt: (factor: number, x: number, y: number) => void,
  settle: () => void,
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
    if (down.delete(event.pointerId) && down.size === 0) settle();
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
