import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WorkflowDefinition } from '@portico/shared-types';
import { Schedule, type Outcome } from './schedule.ts';

const done = (branch: string | null = null): Outcome => ({ status: 'completed', branch });

function define(edges: [string, string, string?][], extra: Record<string, object> = {}): WorkflowDefinition {
  const ids = [...new Set(edges.flatMap(([from, to]) => [from, to]))];
  return WorkflowDefinition.parse({
    nodes: ids.map((id) => ({ id, type: 'template', config: { text: '' }, ...extra[id] })),
    edges: edges.map(([from, to, on]) => ({ from, to, ...(on === undefined ? {} : { on }) })),
  });
}

const names = (step: { ready: { id: string }[]; skipped: { id: string }[] }) => ({
  ready: step.ready.map((node) => node.id),
  skipped: step.skipped.map((node) => node.id),
});

describe('Schedule', () => {
  it('starts nodes without incoming edges, and joins branches', () => {
    const schedule = new Schedule(
      define([
        ['a', 'c'],
        ['b', 'c'],
        ['c', 'd'],
      ]),
    );
    expect(schedule.begin().map((node) => node.id)).toEqual(['a', 'b']);
    expect(names(schedule.settle('b', done()))).toEqual({ ready: [], skipped: [] });
    expect(names(schedule.settle('a', done()))).toEqual({ ready: ['c'], skipped: [] });
    expect(schedule.progress).toBe(50);
    expect(names(schedule.settle('c', done()))).toEqual({ ready: ['d'], skipped: [] });
    expect(schedule.finished).toBe(false);
    schedule.settle('d', done());
    expect(schedule).toMatchObject({ finished: true, progress: 100 });
  });

  it('propagates a skip, and runs a join with one taken edge', () => {
    const schedule = new Schedule(
      define([
        ['if', 'yes', 'true'],
        ['if', 'no', 'false'],
        ['no', 'more'],
        ['yes', 'join'],
        ['more', 'join'],
      ]),
    );
    expect(names(schedule.settle('if', done('true')))).toEqual({ ready: ['yes'], skipped: ['no', 'more'] });
    expect(names(schedule.settle('yes', done()))).toEqual({ ready: ['join'], skipped: [] });
  });

  it('skips a join without a taken edge', () => {
    const schedule = new Schedule(
      define([
        ['s', 'a', 'x'],
        ['s', 'b', 'y'],
        ['a', 'j'],
        ['b', 'j'],
      ]),
    );
    expect(names(schedule.settle('s', done('default'))).skipped.toSorted()).toEqual(['a', 'b', 'j']);
    expect(schedule.finished).toBe(true);
  });

  it('follows the edges of a failure that the node allows', () => {
    const edges: [string, string, string?][] = [
      ['a', 'next'],
      ['a', 'rescue', 'error'],
    ];
    const branching = new Schedule(define(edges, { a: { on_error: 'branch' } }));
    expect(names(branching.settle('a', { status: 'failed' }))).toEqual({ ready: ['rescue'], skipped: ['next'] });
    const going = new Schedule(define(edges, { a: { on_error: 'continue' } }));
    expect(names(going.settle('a', { status: 'failed' }))).toEqual({ ready: ['next'], skipped: ['rescue'] });
  });

  it('refuses to settle a node twice', () => {
    const schedule = new Schedule(define([['a', 'b']]));
    schedule.settle('a', done());
    expect(() => schedule.settle('a', done())).toThrow(/settled/);
  });

  it('settles every node of any graph exactly once, regardless of the order and the branches', () => {
    const graphs = fc.integer({ min: 1, max: 25 }).chain((size) =>
      fc.record({
        size: fc.constant(size),
        edges: fc.array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1), fc.constantFrom('x', 'y', undefined)), {
          maxLength: 60,
        }),
        picks: fc.array(fc.nat(1_000), { minLength: 1, maxLength: 100 }),
      }),
    );
    fc.assert(
      fc.property(graphs, ({ size, edges, picks }) => {
        const definition = WorkflowDefinition.parse({
          nodes: Array.from({ length: size }, (_, i) => ({ id: `n${i}`, type: 'template', config: { text: '' } })),
          edges: edges
            .filter(([from, to]) => from < to)
            .map(([from, to, on]) => ({ from: `n${from}`, to: `n${to}`, ...(on ? { on } : {}) })),
        });
        const schedule = new Schedule(definition);
        const open = schedule.begin().map((node) => node.id);
        const seen = new Set<string>(open);
        let turn = 0;
        while (open.length > 0) {
          const pick = (picks[turn % picks.length] ?? 0) % open.length;
          turn += 1;
          const [id] = open.splice(pick, 1);
          const step = names(schedule.settle(id ?? '', done(turn % 2 === 0 ? 'x' : 'y')));
          for (const next of [...step.ready, ...step.skipped]) {
            expect(seen.has(next)).toBe(false);
            seen.add(next);
          }
          open.push(...step.ready);
        }
        expect(seen.size).toBe(size);
        expect(schedule).toMatchObject({ finished: true, progress: 100 });
      }),
    );
  });
});
