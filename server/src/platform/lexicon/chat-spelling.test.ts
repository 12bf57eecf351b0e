import { describe, expect, it } from 'vitest';
import { spellOut } from './chat-spelling.ts';

describe('chat spelling', () => {
  it.each([
    ['when r u open', 'when are you open'],
    ['whats ur phone no', "what's your phone no"],
    ['wheres the shop', "where's the shop"],
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
  ])('leaves %s as it is', (message) => {
    expect(spellOut(message)).toBe(message);
  });
});
