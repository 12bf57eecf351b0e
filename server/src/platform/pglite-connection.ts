import { Duplex } from 'node:stream';
import { setImmediate as pause } from 'node:timers/promises';
import { callbackify } from 'node:util';
import type { PGlite } from '@electric-sql/pglite';

/** The type byte of the only message that the connection handles itself (PostgreSQL, "Message Formats"). */
const terminate = 0x58;
/** A message's length is in its first four bytes and includes them; the type byte before it isn't included. */
const lengthBytes = 4;
/** As in Postgres (MAX_STARTUP_PACKET_LENGTH): a longer message is not a startup message. */
const maxGreetingLength = 10_000;
/** Milliseconds of database work after which other work gets a turn. */
const maxTurnLength = 10;

/**
 * The connection between postgres.js and a PGlite in the same process: Postgres's wire protocol, passed on message by
 * message without a socket. There may be only one: PGlite has a single session.
 */
export class PGliteConnection extends Duplex {
  readonly #database: PGlite;
  /** Bytes written that are not a whole message yet. */
  #rest: Buffer = Buffer.alloc(0);
  #hasStarted = false;
  /** Milliseconds that the database has worked since other work had a turn. */
  #worked = 0;

  constructor(database: PGlite) {
    // postgres.js forgets the connection of a BEGIN whose write returns false, and nothing fills up here.
    super({ writableHighWaterMark: Number.MAX_SAFE_INTEGER });
    this.#database = database;
  }

  /** As on a socket; postgres.js closes only a connection that is open. */
  get readyState(): 'open' | 'closed' {
    return this.destroyed ? 'closed' : 'open';
  }

  override _read(): void {
    // Responses are pushed as they arrive.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error: Error | null) => void): void {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    callbackify(async () => this.#pass())(done);
  }

  override _final(done: (error: Error | null) => void): void {
    // Closing takes effect immediately.
    this.push(null);
    done(null);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    callbackify(async () => this.#leave())((failed) => done(error ?? failed));
  }

  async #pass(): Promise<void> {
    for (let message = this.#nextMessage(); message !== undefined; message = this.#nextMessage()) {
      if (message[0] === terminate) continue;
      await this.#giveWay();
      const start = performance.now();
      const answers: Buffer[] = [];
      // Copied, because the database owns the memory; pushed after the call, because the reader may write again.
      await this.#database.execProtocolRawStream(message, { onRawData: (data) => answers.push(Buffer.from(data)) });
      this.#worked += performance.now() - start;
      for (const answer of answers) this.push(answer);
    }
  }

  /**
   * Every query of the embedded database runs in this thread, and its result is read without a turn of the event loop:
   * without this pause, a hundred consecutive inserts would block everything else.
   */
  async #giveWay(): Promise<void> {
    if (this.#worked < maxTurnLength) return;
    this.#worked = 0;
    await pause();
  }

  /** The next connection must not run inside this one's transaction. */
  async #leave(): Promise<void> {
    if (!this.#database.closed && this.#database.isInTransaction()) await this.#database.exec('ROLLBACK');
  }

  #nextMessage(): Buffer | undefined {
    // Only the first message has no type byte.
    const typeBytes = this.#hasStarted ? 1 : 0;
    if (this.#rest.length < typeBytes + lengthBytes) return undefined;
    const length = typeBytes + this.#rest.readInt32BE(typeBytes);
    if (!this.#hasStarted && length > maxGreetingLength) throw new Error('the connection began without a greeting');
    if (this.#rest.length < length) return undefined;
    this.#hasStarted = true;
    const message = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return message;
  }
}
