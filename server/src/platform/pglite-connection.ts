import { Duplex } from 'node:stream';
import { setImmediate as pause } from 'node:timers/promises';
import { callbackify } from 'node:util';
import type { PGlite } from '@electric-sql/pglite';
import { tooLittleSpace } from './free-space.ts';

/** The type byte of the only message that the connection handles itself (PostgreSQL, "Message Formats"). */
const terminate = 0x58;
/** Parse, Bind, Describe, Execute and Close, which get no response before the following Sync or Flush. */
const beforeSync = new Set([0x50, 0x42, 0x44, 0x45, 0x43]);
const query = 0x51;
const sync = 0x53;
const syncLength = 5;
/** The last message of a response to a query or Sync (ReadyForQuery): its type, its length and one byte. */
const readyLength = 6;
/** A message's length is in its first four bytes and includes them; the type byte before it isn't included. */
const lengthBytes = 4;
/** The type byte of an error, and the severity of one after which Postgres ends (PostgreSQL, "Error and Notice Message Fields"). */
const errorResponse = 0x45;
const panic = 'VPANIC\0';
/** As in Postgres (MAX_STARTUP_PACKET_LENGTH): a longer message is not a startup message. */
const maxGreetingLength = 10_000;
/** Milliseconds of database work after which other work gets a turn. */
const maxTurnLength = 10;

/**
 * The connection between postgres.js and a PGlite in the same process: Postgres's wire protocol, passed on without a
 * socket. What ends with one Sync is one call: for short prepared queries that took a quarter to a third less processor
 * time than a call for each message. There may be only one connection: PGlite has a single session.
 */
export class PGliteConnection extends Duplex {
  readonly #database: PGlite;
  readonly #hasSpace: () => boolean;
  readonly #onPanic: (message: string) => void;
  /** Bytes written that are not a whole message yet. */
  #rest: Buffer = Buffer.alloc(0);
  #hasStarted = false;
  /** True from a refusal until the next Sync. */
  #isSkipping = false;
  /** Milliseconds that the database has worked since other work had a turn. */
  #worked = 0;

  /**
   * `hasSpace` says whether the disk has space left: otherwise no transaction begins. `onPanic` gets the message of a
   * panic, after which the database may not be used any more: the next statement would never end.
   */
  constructor(database: PGlite, hasSpace: () => boolean = () => true, onPanic: (message: string) => void = () => {}) {
    // postgres.js forgets the connection of a BEGIN whose write returns false, and nothing fills up here.
    super({ writableHighWaterMark: Number.MAX_SAFE_INTEGER });
    this.#database = database;
    this.#hasSpace = hasSpace;
    this.#onPanic = onPanic;
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
    for (let next = this.#nextMessages(); next !== undefined; next = this.#nextMessages()) {
      if (next.messages[0] === terminate) continue;
      await this.#giveWay();
      const start = performance.now();
      const answers = await this.#answer(next);
      this.#worked += performance.now() - start;
      for (const answer of answers) this.push(answer);
    }
  }

  async #answer(next: Messages): Promise<Buffer[]> {
    if (this.#isSkipping) return this.#skip(next);
    return this.#isRefused(next) ? this.#refuse(next) : this.#execute(next.messages);
  }

  async #execute(messages: Buffer): Promise<Buffer[]> {
    const answers: Buffer[] = [];
    await this.#database.execProtocolRawStream(messages, {
      // Copied, because the database owns the memory; pushed after the call, because the reader may write again.
      onRawData: (data) => answers.push(Buffer.from(data)),
      // Only needed for storage in browsers: here every write has reached the file system.
      syncToFs: false,
    });
    const reason = findPanic(answers);
    if (reason !== undefined) this.#onPanic(reason);
    return answers;
  }

  /** A transaction that has begun ends as usual: a COMMIT that is refused would leave it open. */
  #isRefused({ messages, isGreeting }: Messages): boolean {
    return !isGreeting && messages[0] !== sync && !this.#hasSpace() && !this.#database.isInTransaction();
  }

  /**
   * Lets the database itself report the full disk, so that its state and that of postgres.js agree. As after any error,
   * what follows is skipped up to the next Sync.
   */
  async #refuse({ last }: Messages): Promise<Buffer[]> {
    const answer = Buffer.concat(await this.#execute(refusal));
    if (last === sync || last === query) return [answer];
    this.#isSkipping = true;
    return [answer.subarray(0, -readyLength)];
  }

  async #skip({ messages, last }: Messages): Promise<Buffer[]> {
    if (last !== sync) return [];
    this.#isSkipping = false;
    return this.#execute(messages.subarray(-syncLength));
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

  /** Takes the next messages that the database gets in one call, as far as they have arrived. */
  #nextMessages(): Messages | undefined {
    const isGreeting = !this.#hasStarted;
    let end = 0;
    let last: number | undefined;
    for (;;) {
      const length = this.#lengthAt(end);
      if (length === undefined) break;
      const type = this.#hasStarted ? this.#rest[end] : undefined;
      // PGlite leaves out a Terminate only at the beginning of a call; anywhere else it would end the process.
      if (type === terminate && end > 0) break;
      this.#hasStarted = true;
      end += length;
      last = type;
      if (type === undefined || !beforeSync.has(type)) break;
    }
    if (end === 0) return undefined;
    const messages = this.#rest.subarray(0, end);
    this.#rest = this.#rest.subarray(end);
    return { messages, isGreeting, last };
  }

  /**
   * Returns the length in bytes of the message that begins at `start`, or undefined if it hasn't arrived completely.
   */
  #lengthAt(start: number): number | undefined {
    // Only the first message has no type byte.
    const typeBytes = this.#hasStarted ? 1 : 0;
    if (this.#rest.length < start + typeBytes + lengthBytes) return undefined;
    const length = typeBytes + this.#rest.readInt32BE(start + typeBytes);
    if (!this.#hasStarted && length > maxGreetingLength) throw new Error('the first message is not a startup message');
    return this.#rest.length < start + length ? undefined : length;
  }
}

/** What the database gets in one call. */
interface Messages {
  readonly messages: Buffer;
  /** True for the startup message. */
  readonly isGreeting: boolean;
  /** The type of the last message; the startup message has none. */
  readonly last: number | undefined;
}

/** A query that fails as Postgres does on a full disk. */
const refusal = simpleQuery(`DO $$ BEGIN RAISE EXCEPTION '${tooLittleSpace}' USING ERRCODE = 'disk_full'; END $$`);

function simpleQuery(text: string): Buffer {
  const body = Buffer.from(`${text}\0`);
  const head = Buffer.from('Q\0\0\0\0');
  head.writeInt32BE(lengthBytes + body.length, 1);
  return Buffer.concat([head, body]);
}

/** Returns the message of a panic in a response of Postgres: it could not write its log, for example. */
function findPanic(answers: readonly Buffer[]): string | undefined {
  // Only then are the messages read: this is a part of each query.
  if (!answers.some((answer) => answer.includes(panic))) return undefined;
  const bytes = Buffer.concat(answers);
  for (let at = 0; at + 1 + lengthBytes <= bytes.length; at += 1 + bytes.readUInt32BE(at + 1)) {
    if (bytes[at] !== errorResponse) continue;
    const text = bytes.toString('utf8', at + 1 + lengthBytes, at + 1 + bytes.readUInt32BE(at + 1));
    if (text.includes(panic)) return /(?:^|\0)M([^\0]*)/.exec(text)?.[1] ?? '';
  }
  return undefined;
}
