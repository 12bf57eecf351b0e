import { createContext } from 'preact';

/** Passes the title of a page's current tab to the page, which names it in the title of the document. */
export const TabTitleContext = createContext<(title: string | undefined) => void>(() => undefined);
