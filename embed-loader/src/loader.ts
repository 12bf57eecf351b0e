import { readAttributes } from './attributes.ts';
import { createInstance } from './instance.ts';
import type { Instance } from './instance.ts';
import type { BootOptions, LoaderWindow, PorticoFunction } from './options.ts';
import { chooseInstances, startQueue } from './queue.ts';

/*
 * The script tag. It shows a launcher and loads nothing else until someone is interested; every call that was made
 * before is in the stub's queue and runs now, in order.
 */

const page: LoaderWindow = window;
const script = document.currentScript instanceof HTMLScriptElement ? document.currentScript : null;
const before = page.Portico;

if (before?.boot) {
  // The script ran already: a second tag may still ask for another interface.
  if (script) boot(readAttributes(script), before.boot);
} else {
  start();
}

function start(): void {
  const instances = new Map<string, Instance>();
  const origin = script ? new URL(script.src).origin : location.origin;
  const hadStub = before !== undefined;

  const add = (options: BootOptions): void => {
    const id = options.id ?? options.chat ?? options.form;
    if (id === undefined || instances.has(id)) return;
    instances.set(id, createInstance({ host: origin, ...options, id }, script));
  };

  const portico: PorticoFunction = (verb, ...args) => {
    if (verb === 'boot') {
      boot((args[0] ?? {}) as BootOptions, add);
      return undefined;
    }
    const [chosen, rest] = chooseInstances(instances, verb, args);
    const results = chosen.map((instance) => instance.call(verb, rest));
    if (verb === 'shutdown') {
      for (const { id } of chosen) instances.delete(id);
      // The page's own stub stays, so that it can boot again; without one nothing is left behind.
      if (instances.size === 0 && !hadStub) delete page.Portico;
    }
    return verb === 'on' ? () => results.forEach((off) => typeof off === 'function' && off()) : undefined;
  };
  portico.boot = add;
  page.Portico = portico;

  if (!customElements.get('portico-chat')) defineElement(add, instances);
  if (script) boot(readAttributes(script), add);
  startQueue(before, portico);
}

function boot(options: BootOptions, add: (options: BootOptions) => void): void {
  if (options.chat !== undefined || options.form !== undefined) add(options);
}

/** `<portico-chat chat host mode>`: attributes are the script's without `data-`. */
function defineElement(add: (options: BootOptions) => void, instances: Map<string, Instance>): void {
  let count = 0;
  customElements.define(
    'portico-chat',
    class extends HTMLElement {
      readonly #name = `portico-chat-${(count += 1)}`;

      connectedCallback(): void {
        add({ ...readAttributes(this, ''), id: this.id || this.#name, target: this });
      }

      disconnectedCallback(): void {
        const id = this.id || this.#name;
        instances.get(id)?.call('shutdown', []);
        instances.delete(id);
      }
    },
  );
}
