import { useEffect, useState } from 'preact/hooks';
import { useTexts } from '../text/use-texts.ts';
import { Banner } from '../ui/banner.tsx';
import { uiTexts } from '../ui/texts.ts';

/** Reports that there is no connection, and what still works. */
export function OfflineBanner() {
  const say = useTexts(uiTexts);
  const [isOffline, setOffline] = useState(!navigator.onLine);
  useEffect(() => {
    const update = () => setOffline(!navigator.onLine);
    addEventListener('online', update);
    addEventListener('offline', update);
    return () => {
      removeEventListener('online', update);
      removeEventListener('offline', update);
    };
  }, []);
  return isOffline ? <Banner tone="wait">{say('offline')}</Banner> : null;
}
