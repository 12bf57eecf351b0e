import type { ChatError, Off, Position, Theme } from './types.ts';

export interface FormOptions {
  id?: string | undefined;
  form: string;
  host: string;
  mode?: 'bubble' | 'inline' | undefined;
  target?: Element | string | undefined;
  locale?: string | undefined;
  theme?: Theme | undefined;
  position?: Position | undefined;
  zIndex?: number | undefined;
  open?: boolean | undefined;
  /** Initial values of the form; `inputs` by field name. */
  prefill?: FormPrefill | undefined;
}

export interface FormPrefill {
  message?: string | undefined;
  urls?: string[] | undefined;
  inputs?: Record<string, unknown> | undefined;
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
  update(options: Pick<FormOptions, 'theme' | 'prefill'>): void;
  unmount(): void;
}
