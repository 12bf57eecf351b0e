import type { Language } from '../../lexicon/languages.ts';
import { isQuestionWord } from './question-words.ts';

// Stop words of all languages, without accents. The conversational ones ("tell", "know") count only in questions.
const lists = [
  // English
  `a about above after again all also am an and any are as at be because been before being below between both but by can
  cannot could did do does doing don down during each either else even ever every few for from further get gets getting got had has have
  having he her here hers him his how however i if in into is isn it its itself just let many may me might more most
  much must my no nor not now of off on once one only or other our out over own per same shall she should so some such
  than that the their theirs them then there these they this those through to too under until up upon us very was way we
  were what when where whether which while who whom whose why will with within without would yes you your yours
  anything something everything nothing anyone someone everyone anybody somebody anywhere somewhere
  don't doesn't isn't i'm what's it's can't won't
  ask explain find give going happen long often make take took help hello hi know like list mean mention need please possible question say says show tell thank
  thanks think want wants work works`,
  // German
  `aber als am an auch auf aus bei bin bis bist da damit das dass dein dem den der des die dies diese dieser dir doch du
  ein eine einem einen einer eines er es fur haben hat ich ihr im in ist ja kann kein keine man mein mich mir mit nach
  nicht noch nur oder sein sich sie sind so uber um und uns von vor war was wenn wer werden wie wird wir wo zu zum zur`,
  // French
  `au aux avec ce ces cette comment dans de des du elle elles en est et etre fait il ils je la le les leur lui mais me
  meme mes moi mon ne nos notre nous on ou par pas pour qu que quel quelle qui sa se ses son sont sur ta te tes toi ton
  tu un une vos votre vous y`,
  // Spanish, Portuguese, Italian
  `al algo como con cual cuando de del desde donde el ella ellos en entre era es esta este esto ha hay la las lo los mas
  me mi muy no nos o para pero por porque que quien se ser si sin sobre son su sus tambien te tu un una uno y ya
  ao aos as com da das do dos e ela ele em eu isso mais mas na nas nao no nos os ou pela pelo pra qual quando sao seu sua um uma voce
  che chi ci come cosa da dal dei del della di gli ha il io le ma nel nella non per piu quale quello questa questo sono sul tra un una`,
  // Dutch
  `aan bij dat de deze die dit een en er het hoe ik in is kan met mijn naar niet of om ook op te van voor waar wat we wie wij zijn
  jullie uw hebben heeft heb moet moeten mag iets krijg krijgen gaan gaat wanneer hoeveel hoelang waarom welke geen nog
  onze ons jouw jij zij worden wordt zou zal willen wil kunnen kunt laten maken`,
];

const stopWords = new Set(lists.flatMap((list) => list.split(/\s+/u)));

/** "haven't", "you've": stop words with any verb. */
const contraction = /n['’]t$|^(?:i|you|we|they|it|he|she|what|that|there|who|where|how|let)['’](?:s|re|ve|ll|d|m)$/u;

/** Whether a folded lower-case word is a stop word; the check is more complete if the text's language is given. */
export function isStopWord(word: string, language?: Language): boolean {
  return stopWords.has(word) || contraction.test(word) || (language !== undefined && isQuestionWord(word, language));
}
