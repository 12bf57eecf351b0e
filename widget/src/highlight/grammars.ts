/** The kinds of code tokens; each has a colour. */
export type Kind = 'comment' | 'string' | 'keyword' | 'literal' | 'name' | 'property';

/**
 * A language as rules that are tried in order at one position. Every rule consumes its beginning even if its end is
 * missing, and the last rules consume in one step any text on which another rule has failed, so that the time is linear
 * in the text and not quadratic.
 */
export interface Grammar {
  rules: readonly (readonly [kind: Kind | null, pattern: string])[];
  keywords?: ReadonlySet<string>;
  literals?: ReadonlySet<string>;
  /** Keywords match in any case, as in SQL. */
  ignoresCase?: boolean;
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

const END = '$(?![^])';
const DOUBLE = '"(?:\\\\.|[^"\\\\\\n])*"?';
const SINGLE = "'(?:\\\\.|[^'\\\\\\n])*'?";
const BLOCK_COMMENT = `/\\*[^]*?(?:\\*/|${END})`;
const LINE_COMMENT = '//.*';
const HASH_COMMENT = '(?<=^|\\s)#.*';
const NUMBER = '\\b(?:0[xob][\\da-f_]+|\\d[\\d_]*(?:\\.\\d[\\d_]*)?(?:e[+-]?\\d+)?)[a-z%]*\\b';

const quoted: Grammar['rules'] = [
  ['string', DOUBLE],
  ['string', SINGLE],
];
const literals = words('true false null undefined nil None True False NULL NaN Infinity self this super');

const braces = (keywords: string, more: Grammar['rules'] = []): Grammar => ({
  rules: [
    ['comment', LINE_COMMENT],
    ['comment', BLOCK_COMMENT],
    ...more,
    ...quoted,
    ['literal', NUMBER],
    ['property', '(?:@|#)[\\w.]+'],
  ],
  keywords: words(keywords),
  literals,
});

const hashes = (keywords: string, more: Grammar['rules'] = []): Grammar => ({
  rules: [['comment', HASH_COMMENT], ...more, ...quoted, ['literal', NUMBER], ['property', '@[\\w.]+']],
  keywords: words(keywords),
  literals,
});

const COMMON =
  'if else for while do switch case default break continue return try catch finally throw new class interface enum static public private protected import package extends implements abstract final void const';

export const script = braces(
  `${COMMON} let var function async await yield of in instanceof typeof delete export from as type readonly satisfies keyof declare namespace get set with debugger any never unknown string number boolean`,
  [
    ['string', '`(?:\\\\[^]|[^`\\\\])*`?'],
    ['string', '(?<=[=(,:;!&|?{}[] ?)/(?![*/ ])(?:\\\\.|[^/\\\\\\n]){1,200}/[a-z]*'],
  ],
);

export const compiled = braces(
  `${COMMON} int long short byte char float double bool boolean unsigned signed struct union typedef sizeof auto extern register volatile goto template typename namespace using virtual override operator friend constexpr noexcept string var val fun func fn let mut pub impl trait mod use crate where match loop move ref dyn unsafe async await yield go chan defer map range select fallthrough type package foreach in is as out params sealed partial record object companion data lateinit suspend when guard extension protocol throws init deinit some echo function require include namespace end i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 usize isize str String error rune`,
  [['string', '`[^`]*`?']],
);

export const python = hashes(
  'and as assert async await break case class continue def del elif else except finally for from global if import in is lambda match nonlocal not or pass raise return try while with yield print',
  [
    ['string', `[rbfu]{0,2}"""[^]*?(?:"""|${END})`],
    ['string', `[rbfu]{0,2}'''[^]*?(?:'''|${END})`],
  ],
);

export const ruby = hashes(
  'def end class module if elsif else unless while until for in do begin rescue ensure return yield self then case when require require_relative attr_accessor attr_reader puts lambda proc and or not next break redo retry raise local function repeat defmodule defp fn',
  [
    ['comment', '--.*'],
    ['literal', '(?<![:\\w]):\\w+'],
  ],
);

export const shell: Grammar = {
  rules: [
    ['comment', HASH_COMMENT],
    ['string', '"(?:\\\\[^]|[^"\\\\])*"?'],
    ['string', "'[^']*'?"],
    ['property', '\\$(?:\\w+|\\{[^}\\n]*\\}?|[@#?*!$-])'],
    ['literal', '(?<=\\s)--?\\w[\\w-]*'],
    ['name', '(?<=^|^\\$ |[|;&(] ?)[\\w./~-]+'],
  ],
  keywords: words(
    'if then else elif fi for while until do done case esac in function return exit export local source sudo FROM RUN CMD COPY ADD ENV ARG WORKDIR EXPOSE ENTRYPOINT USER VOLUME LABEL',
  ),
};

export const sql: Grammar = {
  rules: [['comment', '--.*'], ['comment', BLOCK_COMMENT], ...quoted, ['literal', NUMBER]],
  keywords: words(
    'select from where and or not in is like between join left right inner outer full cross on as group by order having limit offset union all distinct insert into values update set delete create alter drop table view index unique primary key foreign references constraint default check with recursive case when then else end exists returning begin commit rollback transaction asc desc using if add column explain analyze int integer bigint text varchar boolean timestamp timestamptz jsonb uuid serial numeric over partition',
  ),
  literals: words('null true false'),
  ignoresCase: true,
};

export const json: Grammar = {
  rules: [
    ['comment', LINE_COMMENT],
    ['property', '"(?:\\\\.|[^"\\\\\\n])*"(?=\\s?:)'],
    ['string', DOUBLE],
    ['literal', '-?\\b\\d[\\d.eE+-]*'],
  ],
  literals: words('true false null'),
};

export const yaml: Grammar = {
  rules: [
    ['comment', '(?<=^|\\s)[#;].*'],
    ['keyword', '^\\s?\\[.*\\]'],
    ['property', '[\\w.$/-]+(?= ?[:=](?:\\s|$))'],
    ...quoted,
    ['name', '[&*]\\w+'],
    ['literal', '\\b\\d[\\w.:-]*'],
    [null, '[\\w.$/-]+'],
  ],
  literals: words('true false null yes no on off'),
};

export const markup: Grammar = {
  rules: [
    ['comment', `<!--[^]*?(?:-->|${END})`],
    ['keyword', '</?[\\w:.-]+|/?>|<![^>\\n]*>?'],
    ['property', '[\\w:@.-]+(?==)'],
    ['string', '(?<==)(?:"[^"]*"?|\'[^\']*\'?)'],
    ['literal', '&#?\\w+;'],
    [null, '[\\w:@.-]+'],
  ],
};

export const css: Grammar = {
  rules: [
    ['comment', BLOCK_COMMENT],
    ['comment', '(?<=^|\\s)//.*'],
    ...quoted,
    ['keyword', '@[\\w-]+|!important'],
    ['property', '[\\w-]+(?= ?:\\s)|--[\\w-]+'],
    ['literal', '#[\\da-f]{3,8}\\b|\\b\\d[\\d.]*(?:%|[a-z]+)?'],
    ['name', '[.#&][\\w-]+|[\\w-]+(?=\\()'],
    [null, '[\\w-]+'],
  ],
};

export const diff: Grammar = {
  rules: [
    ['comment', '^(?:diff |index |---|\\+\\+\\+).*'],
    ['property', '^@@.*'],
    ['string', '^\\+.*'],
    ['keyword', '^-.*'],
  ],
};
