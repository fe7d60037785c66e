/** A folded group of fields, which opens where one of them is wrong: a person sees the reason that stops the start. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface FoldedProps {
  readonly summary: string;
  readonly isWrong: boolean;
  readonly children: ComponentChildren;
}

export function Folded({ summary, isWrong, children }: FoldedProps) {
  const group = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (isWrong) group.current!.open = true;
  }, [isWrong]);
  return (
    <details ref={group}>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}
