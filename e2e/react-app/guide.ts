import type { ChatMessage, Citation } from '@portico/widget';

/* Parts that the guides' examples leave to the reader: elements of the page, and functions. */

declare global {
  var config: { host: string; chat: string; form: string };
  var userId: string;
  var list: HTMLElement;
  var button: HTMLButtonElement;
  var iframe: HTMLIFrameElement;
  var frame: HTMLIFrameElement;
  var track: (message: ChatMessage) => void;
  var myNode: (message: ChatMessage) => Node;
  var myToolView: (message: ChatMessage) => Node;
  var myCitation: (citation: Citation, open: () => void) => Node;
}

const place = <Name extends keyof HTMLElementTagNameMap>(name: Name): HTMLElementTagNameMap[Name] =>
  document.body.appendChild(document.createElement(name));

function placeFrame(path: string): HTMLIFrameElement {
  const framed = place('iframe');
  framed.title = 'Framed';
  framed.src = `${config.host}${path}`;
  return framed;
}

const write = ({ content }: ChatMessage): Node => document.createTextNode(`Mine: ${content}`);

Object.assign(globalThis, {
  list: place('select'),
  button: place('button'),
  iframe: placeFrame(`/chat/${config.chat}`),
  frame: placeFrame(`/forms/${config.form}`),
  track: ({ content }: ChatMessage) => {
    document.title = content;
  },
  myNode: write,
  myToolView: write,
  myCitation: ({ documentName }: Citation) => document.createTextNode(documentName),
});
