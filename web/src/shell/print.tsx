/** The page on paper: whether the browser prints it just now, and the head that stands over a printed view. */
import { signal } from '@preact/signals';
import { project } from '../project/project.js';

/** The views draw themselves for paper at once, before the browser lays out its pages. */
export const isPrinted = signal(false);

addEventListener('beforeprint', () => {
  isPrinted.value = true;
});
addEventListener('afterprint', () => {
  isPrinted.value = false;
});

interface PrintHeadProps {
  readonly title: string;
  /** Facts below the title; the name of the project follows them. */
  readonly facts: readonly string[];
}

export function PrintHead({ title, facts }: PrintHeadProps) {
  if (!isPrinted.value) return null;
  return (
    <header class="print-head">
      <h2>{title}</h2>
      <p>{[...facts, project.value.name].filter((fact) => fact !== '').join(' · ')}</p>
    </header>
  );
}
