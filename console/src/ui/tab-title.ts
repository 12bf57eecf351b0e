import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';

/** Passes the title of a page's part to the page, which names it in the title of the document. */
export const TabTitleContext = createContext<(title: string | undefined) => void>(() => undefined);

/** Names a part of the page, such as its current tab or the opened item, in the title of the document. */
export function useTabTitle(title: string | undefined): void {
  const setTitle = useContext(TabTitleContext);
  useEffect(() => {
    setTitle(title);
    return () => setTitle(undefined);
  }, [title, setTitle]);
}

/** Sets the title of the document, and returns the value of the `TabTitleContext` for what is inside of the page. */
export function useDocumentTitle(title: string): (tab: string | undefined) => void {
  const [tab, setTab] = useState<string>();
  useEffect(() => {
    document.title = `${tab === undefined ? '' : `${tab} · `}${title} · Portico`;
  }, [tab, title]);
  return setTab;
}
