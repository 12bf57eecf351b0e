import arches from './arches.svg?url';
import aurora from './aurora.svg?url';
import dunes from './dunes.svg?url';
import meadow from './meadow.svg?url';
import paper from './paper.svg?url';
import tide from './tide.svg?url';

export interface StockCover {
  url: string;
  /** The colour of buttons and links with this picture. */
  accent: string;
}

/** Our own covers by the names that a form's configuration uses (`cover: {type: "stock", value: "tide"}`). */
const covers: Readonly<Record<string, StockCover>> = {
  arches: { url: arches, accent: '#5645b5' },
  aurora: { url: aurora, accent: '#5b46c2' },
  dunes: { url: dunes, accent: '#a8481f' },
  meadow: { url: meadow, accent: '#2c6e49' },
  paper: { url: paper, accent: '#b0356b' },
  tide: { url: tide, accent: '#0f6a86' },
};

/** The cover with that name; an unknown name gets the default cover. */
export function findCover(name: string): StockCover {
  const { arches: house = { url: arches, accent: '#5645b5' } } = covers;
  return (Object.hasOwn(covers, name) ? covers[name] : undefined) ?? house;
}
