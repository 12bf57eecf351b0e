import type { ChatError, Off, Position, Theme } from './types.ts';

export interface FormOptions {
  id?: string;
  form: string;
  host: string;
  mode?: 'bubble' | 'inline';
  target?: Element | string;
  locale?: string;
  theme?: Theme;
  position?: Position;
  zIndex?: number;
  open?: boolean;
  /** Initial values of the form; `inputs` by field name. */
  prefill?: FormPrefill;
}

export interface FormPrefill {
  message?: string;
  urls?: string[];
  inputs?: Record<string, unknown>;
}

export interface FormEvents {
  ready: { id: string };
  submitted: { id: string };
  completed: { id: string };
  error: { id: string; error: ChatError };
  open: { id: string };
  close: { id: string };
}

export interface FormHandle {
  readonly id: string;
  open(): void;
  close(): void;
  toggle(): void;
  /** Shows the launcher. */
  show(): void;
  /** Hides the launcher. */
  hide(): void;
  /** Fills in the form's message if the visitor hasn't written one; the visitor sends it with the form. */
  send(text: string): void;
  /** The same as `send`; `update` also fills in other fields. */
  prefill(text: string): void;
  on<Name extends keyof FormEvents>(event: Name, listener: (detail: FormEvents[Name]) => void): Off;
  update(options: Partial<Pick<FormOptions, 'theme' | 'prefill'>>): void;
  unmount(): void;
}
