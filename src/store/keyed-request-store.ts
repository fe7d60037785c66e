/** Requests that change something and came under a client's key, with their answers. */

/** Names a request: one owner uses a key once. */
export interface RequestKey {
  /** The organisation of the request, or the user. */
  readonly owner: string;
  readonly key: string;
}

export interface KeyedRequestRecord extends RequestKey {
  readonly userId: string;
  /** Of operation, caller and message. */
  readonly bodyHash: string;
  /** Null: the request runs, or nobody knows its end. */
  readonly answer: string | null;
  readonly createdAt: number;
}

export interface KeyedRequestStore {
  /**
   * Adds the request. Null: the key was free. Otherwise the request that has the key. One from before `forgetBefore` has lost it.
   */
  beginKeyedRequest(
    request: Omit<KeyedRequestRecord, 'answer'>,
    forgetBefore: number,
  ): Promise<KeyedRequestRecord | null>;
  keepAnswer(request: RequestKey, answer: string): Promise<void>;
  /** The key is free again. */
  forgetKeyedRequest(request: RequestKey): Promise<void>;
}
