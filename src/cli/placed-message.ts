/** The message of a problem with its place in front, once. */
interface Problem {
  readonly path: string;
  readonly message: string;
}

/** A message may begin with its place, or with a wider one: `sizes[2]: ...` of `sizes[2].seams[0]`. */
export function placedMessage({ path, message }: Problem): string {
  if (message.startsWith(`${path} `)) return message;
  const [beginning] = message.split(': ', 1);
  const isPlace = beginning !== message && `${path}.`.startsWith(`${beginning}.`);
  return `${path}: ${isPlace ? message.slice(beginning!.length + 2) : message}`;
}
