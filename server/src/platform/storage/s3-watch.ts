import { setTimeout as sleep } from 'node:timers/promises';
import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import type { Log } from '../log.ts';

/** Pause between two questions to a silent server. */
const pauseMs = 1_000;

/**
 * Notices if an S3 server is silent: a request got no response although it was repeated, and no other request got one in
 * the meantime. While it is silent, requests fail immediately instead of waiting, and it is asked again until it responds.
 */
export class S3Watch {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #stallMs: number;
  readonly #closing = new AbortController();
  #log: Log | undefined;
  #responses = 0;
  #silence: Error | undefined;

  constructor(client: S3Client, bucket: string, stallMs: number) {
    this.#client = client;
    this.#bucket = bucket;
    this.#stallMs = stallMs;
  }

  /** From now on, the beginning and the end of silence are logged. */
  start(log: Log): void {
    this.#log = log;
  }

  close(): void {
    this.#closing.abort();
  }

  /** Makes a request. Throws the error that has shown the silence as long as it lasts. */
  async ask<T>(request: () => Promise<T>): Promise<T> {
    if (this.#silence !== undefined) throw this.#silence;
    const before = this.#responses;
    try {
      const answer = await request();
      this.#responses += 1;
      return answer;
    } catch (error) {
      if (isResponse(error)) this.#responses += 1;
      else if (isTimeout(error) && this.#responses === before) void this.#waitForLife(error);
      throw error;
    }
  }

  async #waitForLife(timeout: Error): Promise<void> {
    const { signal } = this.#closing;
    if (this.#silence !== undefined || signal.aborted) return;
    this.#silence = timeout;
    this.#log?.error(
      'the file storage (S3_ENDPOINT) does not respond: requests that need it are refused until it does',
    );
    do {
      await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
    } while (!signal.aborted && !(await this.#responds()));
    this.#silence = undefined;
    if (!signal.aborted) this.#log?.info('the file storage (S3_ENDPOINT) responds again');
  }

  /** Asks for an object that doesn't exist. An error of the server is a response, too: the requests get one themselves. */
  async #responds(): Promise<boolean> {
    const abortSignal = AbortSignal.any([AbortSignal.timeout(this.#stallMs), this.#closing.signal]);
    try {
      await this.#client.send(new GetObjectCommand({ Bucket: this.#bucket, Key: 'start-checks/none' }), {
        abortSignal,
      });
      return true;
    } catch (error) {
      return isResponse(error);
    }
  }
}

/** The driver uses this name for broken connections, too, which have the code of the system. */
export function isTimeout(error: unknown): error is Error {
  return error instanceof Error && error.name === 'TimeoutError' && (!('code' in error) || error.code === 'ETIMEDOUT');
}

/** Whether the server has sent this error. */
export function isResponse(error: unknown): boolean {
  const { $metadata: metadata } = error as { $metadata?: { httpStatusCode?: number } };
  return metadata?.httpStatusCode !== undefined;
}
