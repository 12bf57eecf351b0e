import type { FunctionComponent, RefObject } from 'preact';
import { useState } from 'preact/hooks';
import { usePanel } from './context.ts';
import { IconButton } from './icon-button.tsx';
import { lazy } from './lazy.ts';
import { useStyles } from './use-styles.ts';

/** The props of an extra of the composer: its field, and a function to close it. */
export interface ExtraProps {
  area: RefObject<HTMLTextAreaElement | null>;
  onClose(): void;
}

/** The exports of an extra's module. */
export interface Extra {
  View: FunctionComponent<ExtraProps>;
  styles: string;
}
export type ExtraName = 'emoji' | 'voice';

const extras = {
  emoji: lazy<Extra>(() => import('../emoji/emoji-picker.tsx')),
  voice: lazy<Extra>(() => import('../voice/voice-input.tsx')),
};

/**
 * Whether this browser supports it: phones have emoji on their own keyboards, and some browsers can't recognise speech.
 */
const isPossible: Readonly<Record<ExtraName, () => boolean>> = {
  emoji: () => matchMedia('(pointer: fine)').matches,
  voice: () => 'webkitSpeechRecognition' in globalThis || 'SpeechRecognition' in globalThis,
};

/** Emoji and dictation: their buttons, and the one that is open. Each is loaded on first use. */
export function useExtras(area: RefObject<HTMLTextAreaElement | null>) {
  const { chat, texts } = usePanel();
  const [open, setOpen] = useState<ExtraName | null>(null);
  const options = chat.options.value;
  const part = open === null ? null : extras[open].part.value;
  useStyles(area, part?.styles);
  const close = () => {
    setOpen(null);
    area.current?.focus();
  };
  const button = (name: ExtraName) =>
    options[name] !== false &&
    isPossible[name]() && (
      <IconButton
        icon={name}
        label={texts.value[name]}
        aria-expanded={open === name}
        onClick={() => {
          if (open === name) return close();
          void extras[name].load();
          setOpen(name);
        }}
      />
    );
  return { button, view: part && <part.View area={area} onClose={close} />, close: () => setOpen(null) };
}
