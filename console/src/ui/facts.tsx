import type { ComponentChildren } from 'preact';

/** The properties of an item, as names and values. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ComponentChildren])[] }) {
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
