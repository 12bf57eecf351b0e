import type { InterfacePreview } from '@portico/shared-types/api/interface-parts';
import { Monitor, Moon, Smartphone, Sun } from 'lucide-react';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError } from '../api/api-error.ts';
import { useFaultText } from '../form/use-fault-text.ts';
import { useTexts } from '../text/use-texts.ts';
import { IconButton } from './button.tsx';
import { useErrorText } from './error-text.ts';
import { Select, type Option } from './field.tsx';
import { previewTexts } from './preview-texts.ts';
import { Skeleton } from './states.tsx';
import './preview-frame.css';

interface PreviewFrameProps {
  /** The visitors' page, like /chat/demo. */
  page: string;
  query: Readonly<Record<string, string>>;
  preview: { data: InterfacePreview | undefined; error: unknown };
  locales: readonly Option[];
  /** For a page that is longer than the window: uses its whole height. */
  isTall?: boolean;
}

/** CSS pixels of the window that the frame represents; it is scaled down if there is less space. */
const widths = { desktop: 760, phone: 390 } as const;
/** The height of the window, at least. */
const height = 700;

/** The visitors' page in a frame: on a desktop or a phone, light or dark, in each language. */
export function PreviewFrame({ page, query, preview, locales, isTall = false }: PreviewFrameProps) {
  const say = useTexts(previewTexts);
  const explain = useErrorText();
  const faultText = useFaultText();
  // The path of a setting means nothing to an owner; saving shows the error at the field.
  const describe = (failure: unknown) => {
    const fault = failure instanceof ApiError ? failure.fields[0] : undefined;
    return fault === undefined ? explain(failure) : faultText(fault);
  };
  const [device, setDevice] = useState<'desktop' | 'phone'>('desktop');
  const [theme, setTheme] = useState<'light' | 'dark'>('light');
  const [locale, setLocale] = useState('');
  const { error } = preview;
  const shown = useRef(preview.data);
  // A draft that can't be shown leaves the last one on the screen.
  const data = preview.data ?? shown.current;
  useEffect(() => {
    shown.current = data;
  }, [data]);
  const search = new URLSearchParams({ ...query, theme, ...(locale === '' ? {} : { locale }) });
  return (
    <div class="preview">
      <div class="preview-bar" role="toolbar" aria-label={say('preview')}>
        <IconButton
          label={say('desktop')}
          icon={Monitor}
          aria-pressed={device === 'desktop'}
          onClick={() => setDevice('desktop')}
        />
        <IconButton
          label={say('phone')}
          icon={Smartphone}
          aria-pressed={device === 'phone'}
          onClick={() => setDevice('phone')}
        />
        <IconButton
          label={say(theme === 'dark' ? 'light' : 'dark')}
          icon={theme === 'dark' ? Sun : Moon}
          onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}
        />
        <Select
          aria-label={say('language')}
          value={locale}
          onValue={setLocale}
          options={[{ value: '', label: say('ownLanguage') }, ...locales]}
        />
      </div>
      {data === undefined && error === null ? <Skeleton lines={4} /> : null}
      {error === null ? null : isIncomplete(error) ? (
        <p class="help" role="status">
          {say('incomplete')}
        </p>
      ) : (
        <p class="fault" role="alert">
          {say('cannotShow')} {describe(error)}
        </p>
      )}
      {data === undefined ? null : (
        <ScaledFrame
          title={say('preview')}
          address={`${page}?${search.toString()}#preview=${data.token}`}
          width={widths[device]}
          isTall={isTall}
        />
      )}
    </div>
  );
}

/** Whether the draft only lacks what its owner has not filled in yet, a new rule's message for example. */
function isIncomplete(error: unknown): boolean {
  const faults = error instanceof ApiError ? error.fields : [];
  return faults.length > 0 && faults.every(({ code }) => code === 'required' || code === 'too_short');
}

interface ScaledFrameProps {
  title: string;
  address: string;
  width: number;
  isTall: boolean;
}

/**
 * A frame of a fixed width, scaled to the available space. A new draft changes only the address after its #, so the page
 * isn't reloaded; it replaces the last one, or the browser's “Back” would lead through all of them.
 */
function ScaledFrame({ title, address, width, isTall }: ScaledFrameProps) {
  const box = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [first] = useState(address);
  const shown = useRef(address);
  const [scale, setScale] = useState(1);
  useEffect(() => {
    if (shown.current === address) return;
    shown.current = address;
    frame.current?.contentWindow?.location.replace(address);
  }, [address]);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setScale(Math.min(1, element.clientWidth / width)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [width]);
  return (
    <div
      class={isTall ? 'preview-box preview-box-tall' : 'preview-box'}
      ref={box}
      style={{ '--least': `${height * scale}px` }}
    >
      {/* A page of this server; a sandbox that lets it work would not restrict it. */}
      {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
      <iframe
        ref={frame}
        title={title}
        src={first}
        style={{ width: `${width}px`, height: `calc(100% / ${scale})`, transform: `scale(${scale})` }}
      />
    </div>
  );
}
