/** A document to read and print: headings, paragraphs, tables and pictures, in their order. Writers give it a form. */
import type { Drawing } from '../drawing.js';

export interface PagedDocument {
  readonly title: string;
  /** Facts below the title, line by line. */
  readonly facts: readonly string[];
  readonly blocks: readonly Block[];
  /** ISO 8601; the date in the file, so that equal documents give equal bytes. */
  readonly createdAt: string;
  /** Default a4. */
  readonly paper?: 'a4' | 'letter';
}

export type Block = Heading | Paragraph | Table | Picture;

export interface Heading {
  readonly kind: 'heading';
  readonly text: string;
  /** Whether it begins a page. */
  readonly onNewPage?: boolean;
}

export interface Paragraph {
  readonly kind: 'paragraph';
  readonly text: string;
}

export interface Table {
  readonly kind: 'table';
  readonly caption: string;
  readonly columns: readonly Column[];
  /** A text for each column. */
  readonly rows: readonly (readonly string[])[];
}

export interface Column {
  readonly title: string;
  /** Default: texts begin at the left. */
  readonly isNumber?: boolean;
}

export interface Picture {
  readonly kind: 'picture';
  readonly drawing: Drawing;
  readonly caption: string;
  /** mm on the page, at most. */
  readonly height: number;
}
