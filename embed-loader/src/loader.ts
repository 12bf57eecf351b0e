import { readAttributes } from './attributes.ts';
import { createInstance } from './instance.ts';
import type { Instance } from './instance.ts';
import type { BootOptions, LoaderWindow, PorticoFunction } from './options.ts';
import { chooseInstances, startQueue } from './queue.ts';

/*
 * The script tag. It shows a launcher and loads nothing else until someone is interested; earlier calls are in the
 * stub's queue and run now, in order.
 */

const page: LoaderWindow = window;
const script = document.currentScript as HTMLScriptElement | null;
const before = page.Portico;

/** Running the script again does nothing, unless its tag names another interface. */
const boot = before?.boot ?? start();
if (script) boot(readAttributes(script, 'data-'));
startQueue(before, page.Portico);

function start(): (options: BootOptions) => void {
  const instances = new Map<string, Instance>();
  const { origin } = new URL(script?.src || location.href);

  const add = (options: BootOptions): void => {
    const slug = options.chat ?? options.form;
    const id = options.id ?? slug;
    if (slug && id && !instances.has(id))
      instances.set(id, createInstance({ host: origin, target: script, ...options, id }));
  };

  const portico: PorticoFunction = (verb, ...args) => {
    if (verb === 'boot') return add(args[0] ?? {});
    const [chosen, rest] = chooseInstances(instances, verb, args);
    const results = chosen.map((instance) => instance.call(verb, rest));
    if (verb === 'shutdown') {
      for (const { id } of chosen) instances.delete(id);
      // The page's own stub stays, so that it can boot again; otherwise nothing is left behind.
      if (!instances.size && !before) delete page.Portico;
    }
    return () => {
      for (const off of results) (off as (() => void) | undefined)?.();
    };
  };
  portico.boot = add;
  page.Portico = portico;
  if (!customElements.get('portico-chat')) defineElement(add, instances);
  return add;
}

/** `<portico-chat chat host mode>`: attributes are the script's without `data-`. */
function defineElement(add: (options: BootOptions) => void, instances: Map<string, Instance>): void {
  customElements.define(
    'portico-chat',
    class extends HTMLElement {
      connectedCallback(): void {
        this.id ||= `portico-${Math.random()}`;
        add({ ...readAttributes(this, ''), target: this });
      }

      disconnectedCallback(): void {
        instances.get(this.id)?.call('shutdown', []);
        instances.delete(this.id);
      }
    },
  );
}
