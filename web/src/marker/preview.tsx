/** The outlines to cut, side by side, until there is a layout of them. */
import { useComputed } from '@preact/signals';
import { arrange } from '../pattern/arrange.js';
import { Canvas } from '../shell/canvas.js';
import { outlines } from './cutting-list.js';
import { isRunning } from './run.js';

/** More outlines than these would not tell more than the first ones. */
const mostShown = 500;

export function Preview() {
  const shown = useComputed(() => {
    const some = outlines.value.slice(0, mostShown);
    const reach = Math.max(0, ...some.flatMap(({ points }) => points.map(({ x }) => Math.abs(x))));
    return arrange(some, ({ points }) => points, reach / 25);
  });
  const { laid, frame } = shown.value;
  if (laid.length === 0) return <Empty />;
  return (
    <Canvas label={`${laid.length} outlines to lay out`} frame={frame}>
      {laid.map(({ item: { points, copies }, x, y, box }, index) => (
        <g key={index} class="piece" transform={`translate(${x} ${y})`}>
          <path
            class="cut"
            d={`${points.map((point, i) => `${i === 0 ? 'M' : 'L'}${point.x} ${point.y}`).join('')}Z`}
          />
          {copies > 1 && (
            <text
              x={box.left + box.width / 2}
              y={box.top + box.height / 2}
              class="piece-count"
              font-size={Math.min(Math.min(box.width, box.height) / 3, frame.width / 40)}
              text-anchor="middle"
              dominant-baseline="central"
            >
              {copies} ×
            </text>
          )}
        </g>
      ))}
    </Canvas>
  );
}

function Empty() {
  if (isRunning()) return <p class="empty">The first layout will appear in a moment.</p>;
  return <p class="empty">Your marker will appear here, and improve with every better layout.</p>;
}
