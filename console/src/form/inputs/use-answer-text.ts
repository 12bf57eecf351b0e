import { useCallback } from 'preact/hooks';
import { useFormats } from '../../text/formats.ts';
import { useTexts } from '../../text/use-texts.ts';
import { formatJson } from '../../ui/format-json.ts';
import { inputTexts } from './texts.ts';

/** What the answers to a question need of it. */
export interface Question {
  readonly name: string;
  readonly label: string;
  readonly type: string;
  readonly format?: string | undefined;
}

export interface Answer {
  readonly name: string;
  readonly label: string;
  readonly type: string | undefined;
  /** An e-mail address, unless the question was changed since. */
  readonly isEmail: boolean;
  readonly value: unknown;
}

/** The answers in the order of the questions; then those to questions that no longer exist, by their names. */
export function listAnswers(
  questions: readonly Question[],
  inputs: Readonly<Record<string, unknown>>,
): readonly Answer[] {
  const asked = new Map(questions.map(({ name }, at) => [name, at]));
  return Object.entries(inputs)
    .map(([name, value]) => {
      const question = questions[asked.get(name) ?? -1];
      const isEmail = question?.format === 'email' && typeof value === 'string' && value.includes('@');
      return { name, label: question?.label ?? name, type: question?.type, isEmail, value };
    })
    .toSorted((a, b) => (asked.get(a.name) ?? questions.length) - (asked.get(b.name) ?? questions.length));
}

/** Characters of an object; only a form without fields takes one, from an API client. */
const maxJson = 20_000;

/** Returns the function that writes an answer for people; the entries of a list are on lines of their own. */
export function useAnswerText(): (answer: Pick<Answer, 'value' | 'type'>) => string {
  const say = useTexts(inputTexts);
  const formats = useFormats();
  return useCallback(
    ({ value, type }) => {
      const write = (entry: unknown): string => {
        if (entry === null || entry === undefined || entry === '') return '–';
        if (typeof entry === 'boolean') return say(entry ? 'yes' : 'no');
        if (typeof entry === 'number') return formats.exact(entry);
        if (typeof entry !== 'string') return formatJson(entry, maxJson).text;
        // The type of a question may have changed since it was answered.
        return type === 'date' && isDate(entry) ? formats.date(entry, 'UTC') : entry;
      };
      return Array.isArray(value) ? value.map(write).join('\n') || '–' : write(value);
    },
    [say, formats],
  );
}

/** A day as forms store it. */
function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}
