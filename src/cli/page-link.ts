/** The URL of a service for people on this machine. For a service on all addresses it is the machine's own address. */
export const nearUrl = (url: string): string => url.replace(/^(https?:\/\/)(0\.0\.0\.0|\[::\])(?=:)/, '$1localhost');

/** The URL of the page. Browsers never send its fragment, which holds the key; the page takes it out of the address. */
export const pageLink = ({ url, key }: { url: string; key: string | null }): string =>
  key === null ? `${nearUrl(url)}/` : `${nearUrl(url)}/#key=${key}`;
