import type { PoliteClient } from '../pacing/polite-client.ts';
import { readRobots, type Robots, RobotsUnavailable } from './robots.ts';

/** A longer delay between two requests would make a run last for weeks. */
const maxDelaySeconds = 30;

/** The robots.txt of every origin in a run, each read once. */
export class RobotsBook {
  readonly #client: PoliteClient;
  readonly #isRespected: boolean;
  readonly #signal: AbortSignal;
  readonly #pages = new Map<string, Promise<Robots>>();
  /** A note for the owner if a requested delay exceeds the maximum; undefined if there is none. */
  note: string | undefined;

  constructor(client: PoliteClient, options: { isRespected: boolean; signal: AbortSignal }) {
    this.#client = client;
    this.#isRespected = options.isRespected;
    this.#signal = options.signal;
  }

  /** Throws RobotsUnavailable if robots.txt is respected and can't be read. */
  async of(url: string): Promise<Robots> {
    const { origin } = new URL(url);
    let robots = this.#pages.get(origin);
    if (robots === undefined) {
      robots = this.#read(origin);
      this.#pages.set(origin, robots);
    }
    return robots;
  }

  async #read(origin: string): Promise<Robots> {
    try {
      const robots = await readRobots(this.#client, origin, this.#signal);
      if (!this.#isRespected) return { ...robots, isAllowed: () => true };
      const { delaySeconds } = robots;
      if (delaySeconds > maxDelaySeconds) {
        this.note = `robots.txt asks for ${delaySeconds} s between requests; ${maxDelaySeconds} s are kept.`;
      }
      this.#client.setDelay(origin, Math.min(delaySeconds, maxDelaySeconds) * 1000);
      return robots;
    } catch (error) {
      if (this.#isRespected || !(error instanceof RobotsUnavailable)) throw error;
      return { isAllowed: () => true, sitemaps: [], delaySeconds: 0 };
    }
  }
}
