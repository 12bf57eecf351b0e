/** Counts responses by operation and status, for a summary at the end of a run. */
export class Tally {
  private readonly byStatus = new Map<number, number>();
  private readonly succeeded = new Map<string, boolean>();

  count(operation: string, status: number): void {
    this.byStatus.set(status, (this.byStatus.get(status) ?? 0) + 1);
    this.succeeded.set(operation, (this.succeeded.get(operation) ?? false) || status < 400);
  }

  /** One line with the figures, and the operations that never succeeded. */
  describe(): string {
    const all = [...this.byStatus].toSorted(([a], [b]) => a - b);
    const total = all.reduce((sum, [, count]) => sum + count, 0);
    const never = [...this.succeeded].filter(([, yes]) => !yes).map(([name]) => name);
    const figures = all.map(([status, count]) => `${status}: ${count}`).join(', ');
    return `${total} requests (${figures}); without a success: ${never.length === 0 ? 'none' : never.join(', ')}`;
  }
}
