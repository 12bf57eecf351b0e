import { describe, expect, it } from 'vitest';
import { spellOut } from './chat-spelling.ts';

describe('chat spelling', () => {
  it.each([
    ['when r u open', 'when are you open'],
    ['whats ur phone no', "what's your phone no"],
    ['wheres the shop', "where's the shop"],
    ['r u open', 'are you open'],
    ['do u have parking', 'do you have parking'],
    ['can i email u', 'can i email you'],
    ['what r ur hours', 'what are your hours'],
    ['WHEN R U OPEN', 'WHEN are you OPEN'],
    ['c combien la caution', "c'est combien la caution"],
    ['cb coute la revision', 'combien coute la revision'],
    ['a k hora abren', 'a que hora abren'],
    ['vs etes ouvert dimanche?', 'vous etes ouvert dimanche?'],
    ['cest quoi vos horaires', "c'est quoi vos horaires"],
    ['q hora es y dnd estan', 'que hora es y dónde estan'],
    ['vcs abrem hj?', 'vocês abrem hoje?'],
    ['Nerdesiniz?', 'neredesiniz?'],
    ['gibts parkplätze bei euch', 'gibt es parkplätze bei euch'],
    ['скока стоит доставка', 'сколько стоит доставка'],
  ])('writes out %s', (message, spelt) => {
    expect(spellOut(message)).toBe(spelt);
  });

  it.each([
    'Bent u op zondag open?',
    'Is er een pc-winkel? Wat kost het?',
    'Do you have vitamin C?',
    'Wir haben R und C im Kurs',
    'Il y a un garage ?',
    'What is the price per m x n?',
    '营业时间',
    'Acme R&D',
    'Kiedy czynne?',
    // Names of goods and places.
    'vous prenez la cb ?',
    'je peux payer par cb',
    'prix honda cb 500',
    'combien coute la vitamine c',
    'nintendo ds prix',
    'do you sell u bolts',
    'is toys r us open',
    'what is the r value',
    'do you use r or python',
    'where is the city of Ur',
    'is Wat Arun open',
    'do you ship to BC',
    'can i contact you on whats app',
    'does the soup contain msg',
    'was kostet ein std test',
    'habt ihr ein wg zimmer frei',
    'Haben Sie Chanel Nr. 5?',
    '1 tb disco duro precio',
    'camisa talla x',
    'hay k pop',
    'qual o preço do plano pro?',
    'книга че гевара цена',
    'Bent u open?',
  ])('leaves %s as it is', (message) => {
    expect(spellOut(message)).toBe(message);
  });
});
