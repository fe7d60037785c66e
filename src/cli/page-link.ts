/** Where the page is, with the key in the fragment, which browsers send to nobody; the page takes it out of the address. */
export const pageLink = ({ url, key }: { url: string; key: string | null }): string =>
  key === null ? `${url}/` : `${url}/#key=${key}`;
