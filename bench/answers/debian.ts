import { existsSync, globSync } from 'node:fs';
import type { QuestionSet, SetDocument, SetQuestion } from './question-set.ts';
import { readSections, type Section } from './read-html.ts';

/*
 * Known-item questions over the documentation in Debian packages, read at run time: a section's title is the question
 * and is removed from its document. Packages: python3-doc debian-faq git-doc debian-handbook installation-guide-amd64.
 * Packages that aren't installed are skipped.
 */
const home = '/usr/share/doc';

/** The sets of the packages that are installed here. */
export function readDebianSets(): QuestionSet[] {
  return [readFaq(), readManuals(), ...readTranslations()].filter(({ questions }) => questions.length >= 20);
}

function pages(pattern: string): Section[][] {
  return globSync(`${home}/${pattern}`)
    .filter((file) => existsSync(file))
    .toSorted()
    .map(readSections);
}

/** People's questions: those of the FAQs whose titles end with a question mark; the other sections are distractors. */
function readFaq(): QuestionSet {
  const sections = [...pages('python3.11/html/faq/*.html'), ...pages('debian/FAQ/*.en.html')].flat();
  return makeSet('Debian FAQs', 'FAQ', 'en', sections, (title) => title.endsWith('?'));
}

/** The question for a manual page is its one-line description, which is removed from the page. */
function readManuals(): QuestionSet {
  const documents: SetDocument[] = [];
  const questions: SetQuestion[] = [];
  const add = (summary: string, text: string): void => {
    if (text.length < 300 || summary.split(' ').length < 3) return;
    questions.push({ text: summary, document: documents.length });
    documents.push({ name: `page ${documents.length + 1}`, text: text.slice(0, 60_000) });
  };
  for (const sections of pages('git/html/git-*.html')) {
    const name = sections.find(({ title }) => title === 'NAME');
    const [, summary] = /\s-\s+([\s\S]+)$/u.exec(name?.text ?? '') ?? [];
    const rest = sections.filter((section) => section !== name && section.title !== 'GIT');
    if (summary !== undefined) add(summary.replace(/\s+/gu, ' '), join(rest));
  }
  for (const sections of pages('python3.11/html/library/*.html')) {
    const [title, ...rest] = sections.filter(({ level, text }) => level > 0 && text !== '');
    const [, summary] = /—\s+(.+)$/u.exec(title?.title ?? '') ?? [];
    if (title !== undefined && summary !== undefined) add(summary, join([{ ...title, title: '' }, ...rest]));
  }
  return { name: 'manual pages', kind: 'manuals', language: 'en', documents, questions };
}

function join(sections: readonly Section[]): string {
  return sections.map(({ title, text }) => (title === '' ? text : `## ${title}\n\n${text}`)).join('\n\n');
}

const translations = [
  ['de', 'de-DE', 'de'],
  ['fr', 'fr-FR', 'fr'],
  ['it', 'it-IT', 'it'],
  ['nl', 'nl-NL', 'nl'],
  ['pt', 'pt-BR', 'pt'],
  ['es', 'es-ES', 'es'],
  ['ru', 'ru-RU', 'ru'],
  ['ja', 'ja-JP', 'ja'],
  ['ko', 'ko-KR', 'ko'],
  ['zh', 'zh-CN', 'zh_CN'],
  ['ar', 'ar-MA', 'ar'],
] as const;

/** The same book and the same guide in other languages; untranslated sections are skipped. */
function readTranslations(): QuestionSet[] {
  return translations.map(([language, handbook, guide]) => {
    const sections = [
      ...pages(`debian-handbook/html/${handbook}/*.html`),
      ...pages(`installation-guide-amd64/${guide}/*.html`),
    ];
    return makeSet(
      `Debian handbook and guide (${language})`,
      'other languages',
      language,
      sections.flat(),
      (title, text) => isIn(language, title) && isIn(language, text),
    );
  });
}

const scripts: Record<string, RegExp> = {
  ru: /\p{Script=Cyrillic}/gu,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/gu,
  ko: /\p{Script=Hangul}/gu,
  zh: /\p{Script=Han}/gu,
  ar: /\p{Script=Arabic}/gu,
  de: /\b(?:der|die|das|und|ist|von|mit|ein|eine|zum|zur)\b|[äöüß]/giu,
  fr: /\b(?:le|la|les|des|est|une|du|et|pour)\b|[éèàê]/giu,
  it: /\b(?:il|la|di|che|una|del|per|è|e|della)\b/giu,
  nl: /\b(?:de|het|een|van|en|voor|met|is)\b/giu,
  pt: /\b(?:o|a|de|que|uma|do|da|para|e|os)\b|[ãçõ]/giu,
  es: /\b(?:el|la|de|que|una|del|para|los|las|y)\b|[ñóí]/giu,
};

function isIn(language: string, text: string): boolean {
  const found = text.match(scripts[language] ?? /$^/u)?.length ?? 0;
  return found >= (text.length < 150 ? 1 : text.length / 40);
}

/** Sections as documents without their titles, which are the questions. */
function makeSet(
  name: string,
  kind: QuestionSet['kind'],
  language: string,
  sections: readonly Section[],
  isQuestion: (title: string, text: string) => boolean,
): QuestionSet {
  const documents: SetDocument[] = [];
  const questions: SetQuestion[] = [];
  const titles = new Set<string>();
  for (const { title, text } of sections) {
    if (text.length < 120) continue;
    const isNew = !titles.has(title);
    titles.add(title);
    const enough = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Katakana}]/u.test(title)
      ? title.length >= 5
      : title.split(' ').length >= 3;
    if (isNew && enough && isQuestion(title, text)) questions.push({ text: title, document: documents.length });
    documents.push({ name: `text ${documents.length + 1}`, text });
  }
  return { name, kind, language, documents, questions };
}
