import { SaxesParser } from 'saxes';
import { ExtractionError } from './extraction-error.ts';
import { extractionLimits } from './extraction-limits.ts';

/** Attributes by local name; office files are read by local names because producers choose their own prefixes. */
export type XmlAttributes = Readonly<Record<string, string>>;

export interface XmlHandlers {
  open(name: string, attributes: XmlAttributes): void;
  close(name: string): void;
  text?(text: string): void;
}

/** Streams XML through `handlers`. Document types are not read, so no entity expands. Throws `corrupt` or `too_complex`. */
export async function parseXml(pieces: AsyncIterable<string>, handlers: XmlHandlers): Promise<void> {
  const parser = new SaxesParser({ position: false });
  let depth = 0;
  let wrote = false;
  parser.on('opentag', (tag) => {
    depth += 1;
    if (depth > extractionLimits.xmlDepth) throw new ExtractionError('too_complex');
    const attributes: Record<string, string> = {};
    for (const [name, value] of Object.entries(tag.attributes)) {
      if (typeof value === 'string') attributes[localName(name)] = value;
    }
    handlers.open(localName(tag.name), attributes);
  });
  parser.on('closetag', (tag) => {
    depth -= 1;
    handlers.close(localName(tag.name));
  });
  parser.on('text', (text) => handlers.text?.(text));
  parser.on('cdata', (text) => handlers.text?.(text));
  parser.on('error', (error) => {
    throw new ExtractionError('corrupt', undefined, { cause: error });
  });
  for await (const piece of pieces) {
    wrote ||= piece !== '';
    parser.write(piece);
  }
  if (wrote) parser.close();
}

function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
}

/** The value of a switch (xsd:boolean; ECMA-376 22.9.2.7 adds on and off). */
export function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true' || value === 'on';
}
