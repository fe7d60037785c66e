/** What a conversion did not take over. */
export interface ImportNote {
  readonly code: string;
  readonly message: string;
}
