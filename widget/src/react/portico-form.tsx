/** @jsxImportSource react */
import { requireAddress } from '@portico/shared-types/rules/require-address';
import { useCallback, useEffect, useRef } from 'react';
import type { CSSProperties, ReactNode, RefObject } from 'react';
import { SHORT_PAUSE_MS, startLater } from '../start-later.ts';
import type { FormEvents, FormHandle, FormOptions, FormPrefill } from '../form-types.ts';
import type { mountForm as MountForm } from '../mount/mount-form.ts';
import { applyAgain } from './place-styles.ts';
import { useLatest } from './use-latest.ts';

export interface PorticoFormProps extends Omit<FormOptions, 'target'> {
  className?: string | undefined;
  style?: CSSProperties | undefined;
  /** Called after a form behind a launcher was opened or closed by anything but `open`. */
  onOpenChange?: ((open: boolean) => void) | undefined;
  onReady?: ((detail: FormEvents['ready']) => void) | undefined;
  onSubmitted?: ((detail: FormEvents['submitted']) => void) | undefined;
  onCompleted?: ((detail: FormEvents['completed']) => void) | undefined;
  onError?: ((detail: FormEvents['error']) => void) | undefined;
}

/**
 * A form of a Portico interface, in place with its own height, or behind a launcher with `mode="bubble"`. A changed
 * `theme` or `prefill` updates it, and a changed `open` opens or closes it; what the visitor has typed is kept.
 */
export function PorticoForm(props: PorticoFormProps): ReactNode {
  const { form, host, id, mode, locale, position, zIndex } = props;
  return <MountedForm key={JSON.stringify([form, host, id, mode, locale, position, zIndex])} {...props} />;
}

function MountedForm(props: PorticoFormProps): ReactNode {
  const { mode, open, theme, prefill, className, style } = props;
  const place = useRef<HTMLDivElement>(null);
  const setPlace = useCallback((element: HTMLDivElement | null) => {
    place.current = element;
    if (element) applyAgain(element);
  }, []);
  const handle = useRef<FormHandle | null>(null);
  const latest = useLatest(props);

  useEffect(() => {
    const load = async () => {
      const { mountForm } = await import('../mount/mount-form.ts');
      return () => {
        const mounted = mountIn(mountForm, place, latest);
        handle.current = mounted;
        return () => mounted.unmount();
      };
    };
    const unmount = startLater(
      load,
      () => {
        const { form, id = form, onError } = latest.current;
        onError?.({ id, error: { code: 'offline', message: '' } });
      },
      SHORT_PAUSE_MS,
    );
    return () => {
      unmount();
      handle.current = null;
    };
  }, [latest]);

  useEffect(() => {
    if (open !== undefined) handle.current?.[open ? 'open' : 'close']();
  }, [open]);
  useEffect(() => {
    handle.current?.update({ theme: theme ?? 'auto' });
  }, [theme]);
  const prefilled = JSON.stringify(prefill ?? null);
  useEffect(() => {
    const values: FormPrefill | null = JSON.parse(prefilled);
    if (values) handle.current?.update({ prefill: values });
  }, [prefilled]);

  return mode === 'bubble' ? null : <div ref={setPlace} className={className} style={style} />;
}

/** Mounts the form in its place, and calls the latest callbacks of the props. */
function mountIn(
  mountForm: typeof MountForm,
  place: RefObject<HTMLElement | null>,
  latest: { readonly current: PorticoFormProps },
): FormHandle {
  const { form, host, id, mode, locale, theme, position, zIndex, open, prefill } = latest.current;
  requireAddress('host', host);
  const options = { form, host, id, mode, locale, theme, position, zIndex, open, prefill };
  const mounted = mountForm(place.current ? { ...options, target: place.current } : options);
  mounted.on('ready', (detail) => latest.current.onReady?.(detail));
  const report = (isOpen: boolean) => {
    if (latest.current.open !== isOpen) latest.current.onOpenChange?.(isOpen);
  };
  mounted.on('open', () => report(true));
  mounted.on('close', () => report(false));
  mounted.on('submitted', (detail) => latest.current.onSubmitted?.(detail));
  mounted.on('completed', (detail) => latest.current.onCompleted?.(detail));
  mounted.on('error', (detail) => latest.current.onError?.(detail));
  return mounted;
}
