import { copyText } from '@portico/browser-kit/clipboard';
import { useState } from 'preact/hooks';
import { useTexts } from '../text/texts.ts';

/** Copies a block of code, and says whether the browser allowed it. */
export function CopyCode({ text }: { text: string }) {
  const texts = useTexts();
  const [result, setResult] = useState('');
  const copy = async () => setResult(texts.say((await copyText(text)) ? 'copied' : 'copyFailed'));
  return (
    <span class="copy-code">
      <span role="status">{result}</span>
      <button type="button" onClick={() => void copy()}>
        {texts.say('copyCode')}
      </button>
    </span>
  );
}
