import type { PublicFormField } from '../api/public-forms.ts';

/** What a visitor filled in, and the names of the fields that are then shown, in the order of the form. */
export interface ShownFieldsCase {
  readonly title: string;
  readonly fields: readonly PublicFormField[];
  readonly inputs: Readonly<Record<string, string | boolean | string[]>>;
  readonly message?: string;
  readonly urls?: readonly string[];
  readonly shown: readonly string[];
}

const field = (
  name: string,
  showIf?: string,
  type: PublicFormField['type'] = 'text',
  options?: string[],
): PublicFormField => ({
  name,
  label: name,
  type,
  required: false,
  ...(options === undefined ? {} : { options }),
  ...(showIf === undefined ? {} : { showIf }),
});
const member = field('member', undefined, 'checkbox');
const plan = field('plan', 'inputs.member = true');
const reason = field('reason', '$not(inputs.plan = "pro")');
/** Each field depends on the next one, and the last one on `last`. */
const chain = (length: number): PublicFormField[] =>
  Array.from({ length }, (_, at) => field(`f${at}`, `inputs.${at === length - 1 ? 'last' : `f${at + 1}`} = "x"`));
const filled = (fields: readonly PublicFormField[]) => Object.fromEntries(fields.map(({ name }) => [name, 'x']));

/** The rule of docs/reference/form-interfaces.md#conditions. The tests of the server and of the form app run them all. */
export const shownFieldsCases: readonly ShownFieldsCase[] = [
  { title: 'fields without conditions', fields: [field('a'), member], inputs: {}, shown: ['a', 'member'] },
  {
    title: 'the value of a hidden field counts as absent for an earlier field',
    fields: [reason, plan, member],
    inputs: { plan: 'pro', member: false },
    shown: ['reason', 'member'],
  },
  {
    title: 'the value of a shown field counts for an earlier field',
    fields: [reason, plan, member],
    inputs: { plan: 'pro', member: true },
    shown: ['plan', 'member'],
  },
  {
    title: 'the value of a hidden field counts as absent for a later field',
    fields: [member, plan, reason],
    inputs: { plan: 'pro', member: false },
    shown: ['member', 'reason'],
  },
  {
    title: 'a hidden field hides the fields that depend on it, one after the other',
    fields: [...chain(15), field('last', 'inputs.start')],
    inputs: filled([...chain(15), field('last')]),
    shown: [],
  },
  {
    title: 'as many as a form can have, from the first to the last',
    fields: [field('last', 'inputs.start'), ...chain(98).toReversed()],
    inputs: filled([...chain(98), field('last')]),
    shown: [],
  },
  {
    title: 'of two fields that exclude each other, the one that is filled in',
    fields: [field('mail', '$not($exists(inputs.phone))'), field('phone', '$not($exists(inputs.mail))')],
    inputs: { mail: 'a@b.example' },
    shown: ['mail'],
  },
  {
    title: 'of two filled fields that exclude each other, the later one',
    fields: [field('mail', '$not($exists(inputs.phone))'), field('phone', '$not($exists(inputs.mail))')],
    inputs: { mail: 'a@b.example', phone: '123' },
    shown: ['phone'],
  },
  {
    title: 'conditions that never settle hide nothing',
    fields: [field('a', 'inputs.b = "x"'), field('b', '$not($exists(inputs.a))'), field('c', 'false')],
    inputs: { a: 'x', b: 'x', c: 'x' },
    shown: ['a', 'b', 'c'],
  },
  {
    title: 'a field that is shown only while it is empty and has a value',
    fields: [field('a', '$not($exists(inputs.a))')],
    inputs: { a: 'x' },
    shown: ['a'],
  },
  {
    title: 'a field that depends on its own value and loses it',
    fields: [field('a', 'inputs.a = "yes"'), field('b', '$exists(inputs.a)')],
    inputs: { a: 'no', b: 'x' },
    shown: [],
  },
  {
    title: 'a condition that cannot be evaluated shows its field',
    fields: [field('a', 'inputs.b + 1 > 1'), field('b')],
    inputs: { b: 'text' },
    shown: ['a', 'b'],
  },
  {
    title: 'blank, unreadable and unknown values are absent',
    fields: [
      field('n', undefined, 'number'),
      field('t'),
      field('d', undefined, 'date'),
      field('s', undefined, 'select', ['a']),
      field('m', undefined, 'multiselect', ['a']),
      ...['n', 't', 'd', 's', 'm', 'other'].map((name) => field(`if_${name}`, `$exists(inputs.${name})`)),
    ],
    inputs: { n: 'many', t: '  ', d: '2026-02-30', s: 'b', m: [], other: 'x' },
    shown: ['n', 't', 'd', 's', 'm'],
  },
  {
    title: 'numbers are numbers, boxes are true or false, lists are lists',
    fields: [
      field('n', undefined, 'number'),
      field('m', undefined, 'multiselect', ['a', 'b']),
      member,
      field('if_n', 'inputs.n > 9'),
      field('if_m', '"b" in inputs.m'),
      field('if_not', '{{ $not(inputs.member) }}'),
      field('if_list', 'inputs.m[$ = "z"]'),
    ],
    inputs: { n: '10', m: ['b'], member: false },
    shown: ['n', 'm', 'member', 'if_n', 'if_m', 'if_not'],
  },
  {
    title: 'the message and the addresses',
    fields: [field('a', 'message = "Hi"'), field('b', '$count(urls) = 1'), field('c', 'message = "Ho"')],
    inputs: {},
    message: 'Hi',
    urls: ['https://a.example/'],
    shown: ['a', 'b'],
  },
];
