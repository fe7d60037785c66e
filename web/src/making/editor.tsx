/** The text of a document with its faults marked in place, and the list of the faults. */
import { useRef } from 'preact/hooks';
import { edit, type Fault, faults, opened } from './making.js';

/** More would hide the text. */
const mostListed = 8;

export function Editor() {
  const { text } = opened.value!;
  const field = useRef<HTMLTextAreaElement>(null);
  const marks = useRef<HTMLPreElement>(null);
  const found = faults.value;
  const goTo = ({ range }: Fault): void => {
    const area = field.current;
    if (!area || !range) return;
    area.focus();
    area.setSelectionRange(range.start, range.end);
    const lineHeight = Number.parseFloat(getComputedStyle(area).lineHeight);
    area.scrollTop = Math.max(0, (lineOf(text, range.start) - 4) * lineHeight);
  };
  return (
    <div class="making-editor">
      <div class="code">
        <pre ref={marks} aria-hidden="true">
          {marked(text, found)}
        </pre>
        <textarea
          ref={field}
          aria-label="Definition"
          aria-invalid={found.length > 0}
          aria-describedby="making-faults"
          wrap="off"
          spellcheck={false}
          autocomplete="off"
          autocapitalize="off"
          value={text}
          onInput={(event) => edit(event.currentTarget.value)}
          onScroll={({ currentTarget: { scrollTop, scrollLeft } }) => {
            if (!marks.current) return;
            marks.current.scrollTop = scrollTop;
            marks.current.scrollLeft = scrollLeft;
          }}
        />
      </div>
      <div id="making-faults" class="making-faults" role="status">
        {found.length > 0 && (
          <ul class="problem" aria-label="Faults of the definition">
            {found.slice(0, mostListed).map((fault) => (
              <li key={fault.message}>
                {fault.range ? (
                  <button type="button" class="quiet" onClick={() => goTo(fault)}>
                    Line {lineOf(text, fault.range.start)}: {fault.message}
                  </button>
                ) : (
                  fault.message
                )}
              </li>
            ))}
            {found.length > mostListed && <li>and {found.length - mostListed} more</li>}
          </ul>
        )}
      </div>
    </div>
  );
}

const lineOf = (text: string, at: number): number => text.slice(0, at).split('\n').length;

/** The text in pieces, those at a fault as marks. */
function marked(text: string, found: readonly Fault[]) {
  const ranges = found
    .flatMap(({ range }) => range ?? [])
    .filter(({ start }) => start < text.length)
    .sort((a, b) => a.start - b.start);
  const parts = [];
  let at = 0;
  for (const { start, end } of ranges) {
    if (start < at) continue;
    parts.push(text.slice(at, start), <mark key={start}>{text.slice(start, end)}</mark>);
    at = end;
  }
  // A last empty line has its height in a text field, but not in a paragraph.
  return [...parts, `${text.slice(at)}\n`];
}
