import type { Texts } from '../en/model.ts';

export const texts: Texts = {
  frames: {
    found: 'Das habe ich in {} gefunden:',
    closest: 'Ich bin nicht sicher, ob das die Antwort ist; am nächsten kommt diese Stelle in {}:',
    also: 'Und in {}:',
    under: '{}, unter „{section}“',
    textSays: 'Im Text steht:',
    textClosest: 'Am nächsten kommt dem diese Stelle im Text:',
    notInText: 'Das habe ich im Text nicht gefunden. Kurz gefasst steht darin:',
    none: 'Dazu habe ich in meinen Dokumenten nichts gefunden. Können Sie es anders formulieren?',
    noneNear:
      'Dazu habe ich in meinen Dokumenten nichts gefunden. Können Sie es anders formulieren oder nach etwas fragen, das darin steht, zum Beispiel {}?',
    noText:
      'Hier ist kein Text, den ich zusammenfassen könnte. Fügen Sie ihn hinter Ihrer Bitte ein oder hängen Sie ihn an.',
    onlyQuotes:
      'Ich bin das eingebaute Demomodell von Portico: Ich antworte mit Zitaten aus Dokumenten und habe hier keine, die helfen. Fügen Sie einen Text ein und fragen Sie danach.',
    cannotTranslate: 'Übersetzen kann ich nicht, denn ich zitiere nur; das Wesentliche in den Worten des Textes:',
    greeting: 'Hallo! 👋',
    thanks: 'Gern geschehen! Fragen Sie einfach, wenn noch etwas ist.',
    goodbye: 'Auf Wiedersehen! Kommen Sie gern mit der nächsten Frage wieder.',
    identity:
      'Ich bin das eingebaute Demomodell von Portico. Ich schreibe nicht frei: Ich schlage nach und zitiere die passenden Stellen mit ihren Quellen.',
    offer: 'Stellen Sie mir eine Frage, und ich schlage sie in den Dokumenten nach, die ich bekommen habe.',
    offerNear: 'Stellen Sie mir eine Frage, und ich schlage sie in meinen Dokumenten nach, zum Beispiel in {}.',
    offerText: 'Fügen Sie einen Text ein und bitten Sie mich, ihn zusammenzufassen.',
    and: ' und ',
  },
  followUp: 'Was ist mit „{}“?',
  handover: {
    asks: /(?:sprechen|reden|verbind|weiterleit|chatten|schreiben|möchte|will|brauche|hätte|kann|holen|kontakt)[^.?!]{0,50}(?:mensch|mitarbeiter|person\b|personal\b|berater|kollege|kollegin|kundendienst|kundenservice|support\b)|(?:mensch|mitarbeiter|berater|kundendienst|kundenservice|person\b|support\b)[^.?!]{0,40}(?:sprechen|reden|verbinden|verbunden|chatten|schreiben|kontaktieren|bitte)|^\W*(?:(?:einen? )?(?:mensch(?:en)?|mitarbeiter(?:in)?|berater(?:in)?))\W*$/iu,
    answer: 'Ich habe einen Menschen dazugerufen. Die Antwort kommt hier.',
  },
};
