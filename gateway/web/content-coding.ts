/** The offered compression that a client accepts (RFC 9110, 12.5.3), best first; undefined: none. */
export function chooseCoding(accept: string | undefined, offered: readonly string[]): string | undefined {
  if (accept === undefined) return undefined;
  const accepted = new Map<string, number>();
  for (const entry of accept.toLowerCase().split(',')) {
    const [coding = '', ...parameters] = entry.split(';').map((part) => part.trim());
    const q = parameters.find((parameter) => parameter.startsWith('q='));
    accepted.set(coding, q === undefined ? 1 : Number(q.slice(2)) || 0);
  }
  return offered.find((coding) => (accepted.get(coding) ?? accepted.get('*') ?? 0) > 0);
}
