import { Duplex } from 'node:stream';
import { setImmediate as pause } from 'node:timers/promises';
import { callbackify } from 'node:util';
import type { PGlite } from '@electric-sql/pglite';

/** The type byte of the one message that is not the database's (PostgreSQL, "Message Formats"). */
const terminate = 0x58;
/** A message's length is in its first four bytes and counts itself; the type byte before it isn't counted. */
const lengthBytes = 4;
/** As in Postgres (MAX_STARTUP_PACKET_LENGTH): what claims to be longer is not a greeting. */
const maxGreetingLength = 10_000;
/** Milliseconds of the database's work after which everything else gets its turn. */
const maxTurnLength = 10;

/**
 * The connection between postgres.js and a PGlite in the same process: Postgres's wire protocol, handed over message by
 * message without a socket between. It has to be the only one: PGlite is one session, regardless of what speaks to it.
 */
export class PGliteConnection extends Duplex {
  readonly #database: PGlite;
  /** What was written and is not a whole message yet. */
  #rest: Buffer = Buffer.alloc(0);
  #hasStarted = false;
  /** Milliseconds that the database has worked since others had their turn. */
  #worked = 0;

  constructor(database: PGlite) {
    // postgres.js forgets the connection of a BEGIN whose write is asked to wait, and nothing here fills up.
    super({ writableHighWaterMark: Number.MAX_SAFE_INTEGER });
    this.#database = database;
  }

  /** As of a socket; postgres.js takes its leave only of one that is open. */
  get readyState(): 'open' | 'closed' {
    return this.destroyed ? 'closed' : 'open';
  }

  override _read(): void {
    // Answers are pushed as they come.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error: Error | null) => void): void {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    callbackify(async () => this.#pass())(done);
  }

  override _final(done: (error: Error | null) => void): void {
    // Who takes his leave is let go at once.
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
      // Copied, as the memory is the database's; and pushed when it is done, as who listens may write again.
      await this.#database.execProtocolRawStream(message, { onRawData: (data) => answers.push(Buffer.from(data)) });
      this.#worked += performance.now() - start;
      for (const answer of answers) this.push(answer);
    }
  }

  /**
   * Every query of the embedded database runs in this thread, and its answer is read without a turn of the event loop:
   * without this, a hundred inserts one after another are one long step.
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
