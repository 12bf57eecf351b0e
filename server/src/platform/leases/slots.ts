export interface SlotLimits {
  /** Maximum number of slots that are taken at the same time. */
  readonly slots: number;
  /** Maximum number of these for one group. */
  readonly share: number;
}

/** A slot that is taken for a row that is about to be claimed by its creation. */
export interface ReservedSlot<Claimed> {
  /** Runs the row in the slot. If the process has just stopped, the row's lease expires. */
  begin(claimed: Claimed): void;
  /** Gives the slot back, if it is not in use. */
  release(): void;
}

/** Counts the slots that are taken, in total and by each group: by rows that run, and by reservations. */
export class Slots {
  readonly #limits: SlotLimits;
  readonly #busy = new Map<string, number>();
  #taken = 0;

  constructor(limits: SlotLimits) {
    this.#limits = limits;
  }

  get free(): number {
    return this.#limits.slots - this.#taken;
  }

  get share(): number {
    return this.#limits.share;
  }

  /** True if most of the slots are taken. */
  get isCrowded(): boolean {
    return this.#taken * 2 > this.#limits.slots;
  }

  /** Number of slots of each group that has any. */
  get busy(): ReadonlyMap<string, number> {
    return this.#busy;
  }

  hasRoom(group: string): boolean {
    return this.free > 0 && (this.#busy.get(group) ?? 0) < this.#limits.share;
  }

  take(group: string): void {
    this.#taken += 1;
    this.#busy.set(group, (this.#busy.get(group) ?? 0) + 1);
  }

  /**
   * Takes a slot until `start` has accepted its row, whose end then gives it back, or it is released. `onFree` is called
   * after a release for which rows may have waited.
   */
  reserve<Claimed>(group: string, start: (claimed: Claimed) => boolean, onFree: () => void): ReservedSlot<Claimed> {
    this.take(group);
    let isOpen = true;
    const release = (): void => {
      if (isOpen && this.leave(group)) onFree();
      isOpen = false;
    };
    const begin = (claimed: Claimed): void => {
      if (isOpen && start(claimed)) isOpen = false;
      else release();
    };
    return { begin, release };
  }

  /** Gives a slot back; returns whether rows may have waited for it. */
  leave(group: string): boolean {
    const wasFull = !this.hasRoom(group);
    const count = this.#busy.get(group) ?? 1;
    this.#taken -= 1;
    if (count === 1) this.#busy.delete(group);
    else this.#busy.set(group, count - 1);
    return wasFull;
  }
}
