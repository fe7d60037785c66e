/** The logger of a request: a child with the request's ids, made with its first line. Most levels are off. */
import type { FastifyBaseLogger } from 'fastify';
import type { Bindings, ChildLoggerOptions, Logger } from 'pino';

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace';

export class RequestLogger implements FastifyBaseLogger {
  readonly #parent: Logger;
  readonly #bindings: () => Bindings;
  readonly #options: ChildLoggerOptions;
  #child: Logger | undefined;

  /** `bindings` is called once, with the first line. */
  constructor(parent: Logger, bindings: () => Bindings, options: ChildLoggerOptions = {}) {
    this.#parent = parent;
    this.#bindings = bindings;
    this.#options = options;
  }

  get level(): string {
    return this.#own().level;
  }

  set level(level: string) {
    this.#own().level = level;
  }

  fatal(...values: unknown[]): void {
    this.#write('fatal', values);
  }

  error(...values: unknown[]): void {
    this.#write('error', values);
  }

  warn(...values: unknown[]): void {
    this.#write('warn', values);
  }

  info(...values: unknown[]): void {
    this.#write('info', values);
  }

  debug(...values: unknown[]): void {
    this.#write('debug', values);
  }

  trace(...values: unknown[]): void {
    this.#write('trace', values);
  }

  silent(): void {}

  child(bindings: Bindings, options?: ChildLoggerOptions): FastifyBaseLogger {
    return this.#own().child(bindings, options);
  }

  #write(level: Level, values: unknown[]): void {
    const isOwnLevel = this.#child !== undefined || this.#options.level !== undefined;
    if (!isOwnLevel && !this.#parent.isLevelEnabled(level)) return;
    const child = this.#own();
    Reflect.apply(child[level], child, values);
  }

  #own(): Logger {
    this.#child ??= this.#parent.child(this.#bindings(), this.#options);
    return this.#child;
  }
}
