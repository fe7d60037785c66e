/** What a reload of the page must not lose: texts in the storage of the tab, which is gone when the tab is closed. */

/** Null where nothing is kept, or what is kept is not of this version of the page. */
export function recall<T>(name: string, read: (json: unknown) => T): T | null {
  const text = sessionStorage.getItem(`selvage.${name}`);
  if (text === null) return null;
  try {
    return read(JSON.parse(text));
  } catch {
    sessionStorage.removeItem(`selvage.${name}`);
    return null;
  }
}

/** @param value null: nothing is to be kept any more. What the storage has no room for is not kept either. */
export function keep(name: string, value: object | null): void {
  try {
    if (value === null) sessionStorage.removeItem(`selvage.${name}`);
    else sessionStorage.setItem(`selvage.${name}`, JSON.stringify(value));
  } catch {
    sessionStorage.removeItem(`selvage.${name}`);
  }
}
