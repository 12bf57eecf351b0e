import { readAttributes } from './attributes.ts';
import { createInstance } from './instance.ts';
import type { Instance } from './instance.ts';
import type { BootOptions, LoaderWindow, PorticoFunction } from './options.ts';
import { chooseInstances } from './choose-instances.ts';

/*
 * The script tag. It shows a launcher and loads nothing else until someone is interested; earlier calls are in the
 * stub's queue and run now, in order.
 */

const page: LoaderWindow = window;
/** Not `document.currentScript`, which is an element of the page with that name, such as a picture that a visitor posted. */
const script = Reflect.get(Document.prototype, 'currentScript', document) as HTMLScriptElement | null;
const before = page.Portico;

/** The script's own server, and the place of an inline widget. */
const own = { host: new URL(script?.src || location.href).origin, target: script };

/** Running the script again does nothing, unless its tag names another interface. */
const boot = before?.boot ?? start();
if (script) boot({ ...own, ...readAttributes(script, 'data-') });
for (const call of before?.q ?? []) page.Portico?.(...call);

function start(): (options: BootOptions) => void {
  const instances = new Map<string, Instance>();
  /** Calls for interfaces that aren't booted yet, in order. */
  const waiting = new Set<() => void>();

  const add = (options: BootOptions): void => {
    const slug = options.chat ?? options.form;
    if (!slug) return;
    const id = options.id || slug;
    if (instances.has(id)) return;
    instances.set(id, createInstance({ ...own, ...options, id }));
    for (const run of waiting) run();
  };

  const portico: PorticoFunction = (verb, ...args) => {
    if (verb === 'boot') return add(args[0] ?? {});
    let results: unknown[] = [];
    const run = (): void => {
      const [chosen, rest] = chooseInstances(instances, verb, args);
      results = chosen.map((instance) => instance.call(verb, rest));
      if (chosen[0]) waiting.delete(run);
      // Without an interface there is nothing that shutdown and logout could end.
      else if (waiting.size < 100 && !/ut/.test(verb)) waiting.add(run);
      if (verb !== 'shutdown') return;
      for (const { id } of chosen) instances.delete(id);
      if (instances.size) return;
      waiting.clear();
      // The page's own stub stays, so that it can boot again; otherwise nothing is left behind.
      if (!before) delete page.Portico;
    };
    run();
    return () => {
      waiting.delete(run);
      for (const off of results) (off as (() => void) | undefined)?.();
    };
  };
  portico.boot = add;
  page.Portico = portico;
  // `<portico-chat chat host mode>`: attributes are the script's without `data-`.
  if (!customElements.get('portico-chat'))
    customElements.define(
      'portico-chat',
      class extends HTMLElement {
        connectedCallback(): void {
          this.id ||= `portico-${Math.random()}`;
          add({ ...readAttributes(this, ''), target: this });
        }

        disconnectedCallback(): void {
          instances.get(this.id)?.remove();
          instances.delete(this.id);
        }
      },
    );
  return add;
}
