/** State that survives a reload of the page: texts in the storage of the tab, gone when the tab closes. */

/** Null if nothing is stored, or if another version of the page stored it. */
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

/** @param value null removes the stored text; a value for which the storage has no room is dropped */
export function keep(name: string, value: object | null): void {
  try {
    if (value === null) sessionStorage.removeItem(`selvage.${name}`);
    else sessionStorage.setItem(`selvage.${name}`, JSON.stringify(value));
  } catch {
    sessionStorage.removeItem(`selvage.${name}`);
  }
}
