import { readStored, writeStored } from '../app/stored.ts';
import { isValues, type Values } from './changes.ts';

type Listener = (changes: Values | undefined) => void;

/** Reads the unsaved input of a form from this tab. */
export function readDraft(name: string): Values | undefined {
  const stored = readStored('session', `draft:${name}`);
  return isValues(stored) ? stored : undefined;
}

/** Stores the unsaved input of a form across reloads; undefined if everything is saved. */
export function writeDraft(name: string, changes: Values | undefined): void {
  writeStored('session', `draft:${name}`, changes);
  dispatchEvent(new CustomEvent(eventName, { detail: { name, changes } }));
}

/** Reports every change of a form's unsaved input. Returns the function that stops it. */
export function onDraftChange(name: string, listener: Listener): () => void {
  const onChange = (event: Event) => {
    if (event instanceof CustomEvent && event.detail.name === name) listener(event.detail.changes);
  };
  addEventListener(eventName, onChange);
  return () => removeEventListener(eventName, onChange);
}

const eventName = 'portico-draft';
