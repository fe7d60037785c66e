/** Where a service is to be found by somebody on this machine: one that listens on all addresses, on that of the machine. */
export const nearUrl = (url: string): string => url.replace(/^(https?:\/\/)(0\.0\.0\.0|\[::\])(?=:)/, '$1localhost');

/** Where the page is, with the key in the fragment, which browsers send to nobody; the page takes it out of the address. */
export const pageLink = ({ url, key }: { url: string; key: string | null }): string =>
  key === null ? `${nearUrl(url)}/` : `${nearUrl(url)}/#key=${key}`;
