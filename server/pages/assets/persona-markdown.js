/*
 * What a model writes is Markdown. It is shown as elements that this file makes and never as HTML, so nothing in it can
 * run: links only lead to the web and to mail, and images are left as links.
 */

/** Markdown as elements. Headings begin at h3, below those of the page, and go down one level at a time. */
export function renderMarkdown(text, outline = { level: 2 }) {
  const root = document.createDocumentFragment();
  const lines = text.split('\n');
  while (lines.length > 0) {
    const block = takeBlock(lines, outline);
    if (block !== undefined) root.append(block);
  }
  return root;
}

function takeBlock(lines, outline) {
  const line = lines[0];
  if (line.trim() === '') return void lines.shift();
  const fence = /^\s*(```|~~~)/.exec(line)?.[1];
  if (fence !== undefined) return takeFence(lines, fence);
  const heading = /^(#{1,6})\s+(.*?)\s*#*$/.exec(line);
  if (heading !== null) {
    lines.shift();
    outline.level = Math.min(6, outline.level + 1, heading[1].length + 2);
    return make(`h${outline.level}`, inline(heading[2]));
  }
  if (/^\s*(?:[-*_]\s*){3,}$/.test(line)) {
    lines.shift();
    return make('hr');
  }
  if (/^\s*>/.test(line)) {
    const quoted = takeWhile(lines, (one) => /^\s*>/.test(one)).map((one) => one.replace(/^\s*> ?/, ''));
    return make('blockquote', renderMarkdown(quoted.join('\n'), outline));
  }
  if (isTable(lines)) return takeTable(lines);
  if (itemOf(line) !== undefined) return takeList(lines);
  const text = takeWhile(lines, (one, index) => one.trim() !== '' && (index === 0 || !startsBlock(one)));
  return make('p', inline(text.map((one) => one.trim()).join('\n')));
}

function startsBlock(line) {
  return /^\s*(?:#{1,6}\s|>|```|~~~|\|)/.test(line) || itemOf(line) !== undefined;
}

function takeFence(lines, fence) {
  lines.shift();
  const code = takeWhile(lines, (line) => !line.trim().startsWith(fence));
  lines.shift();
  const block = make('pre', make('code', code.join('\n')));
  block.dir = 'ltr';
  block.tabIndex = 0;
  return block;
}

function isTable([head = '', rule = '']) {
  return head.includes('|') && /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/.test(rule) && rule.includes('-');
}

function takeTable(lines) {
  const [head, , ...rows] = takeWhile(lines, (line) => line.includes('|')).map(cellsOf);
  const table = make(
    'table',
    make('thead', make('tr', ...head.map((cell) => make('th', inline(cell))))),
    make('tbody', ...rows.map((row) => make('tr', ...head.map((_, column) => make('td', inline(row[column] ?? '')))))),
  );
  for (const cell of table.querySelectorAll('th')) cell.scope = 'col';
  const frame = make('div', table);
  frame.className = 'table-frame';
  frame.tabIndex = 0;
  return frame;
}

function cellsOf(line) {
  return line
    .trim()
    .replace(/^\|/, '')
    .replace(/\|$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));
}

function itemOf(line) {
  const item = /^(\s*)([-*+]|\d{1,9}[.)])\s+(.*)$/.exec(line);
  return item === null ? undefined : { indent: item[1].length, isOrdered: /\d/.test(item[2]), text: item[3] };
}

function takeList(lines) {
  const { indent, isOrdered } = itemOf(lines[0]);
  const list = make(isOrdered ? 'ol' : 'ul');
  const start = Number.parseInt(lines[0].trim(), 10);
  if (isOrdered && start !== 1) list.start = start;
  while (lines.length > 0) {
    const item = itemOf(lines[0]);
    if (item === undefined || item.indent < indent || (item.indent === indent && item.isOrdered !== isOrdered)) break;
    if (item.indent > indent) {
      (list.lastElementChild ?? list).append(takeList(lines));
      continue;
    }
    lines.shift();
    const more = takeWhile(lines, (line) => line.trim() !== '' && !startsBlock(line));
    list.append(make('li', inline([item.text, ...more.map((line) => line.trim())].join('\n'))));
    // A blank line between two items doesn't end the list.
    if (lines[0]?.trim() === '' && itemOf(lines[1] ?? '') !== undefined) lines.shift();
  }
  return list;
}

const marks =
  /(?<code>`+)(?<source>.+?)\k<code>|!?\[(?<label>[^\]]*)\]\((?<address>[^\s)]+)[^)]*\)|\*\*(?<strong>.+?)\*\*|__(?<bold>.+?)__|\*(?<em>[^\s*].*?)\*|(?<![\p{L}\p{N}])_(?<it>[^\s_].*?)_(?![\p{L}\p{N}])|~~(?<del>.+?)~~|(?<bare>https?:\/\/[^\s<>)]+)|(?<br>\n)/su;

function inline(text) {
  const nodes = document.createDocumentFragment();
  let rest = text;
  for (;;) {
    const found = marks.exec(rest);
    if (found === null) break;
    nodes.append(rest.slice(0, found.index), mark(found.groups));
    rest = rest.slice(found.index + found[0].length);
  }
  nodes.append(rest);
  return nodes;
}

function mark({ source, label, address, strong, bold, em, it, del, bare }) {
  if (source !== undefined) return make('code', source);
  if (address !== undefined) return link(address, inline(label || address));
  if (bare !== undefined) return link(bare, bare);
  if (strong !== undefined || bold !== undefined) return make('strong', inline(strong ?? bold));
  if (em !== undefined || it !== undefined) return make('em', inline(em ?? it));
  return del === undefined ? make('br') : make('del', inline(del));
}

function link(address, label) {
  if (!/^(?:https?:|mailto:)/i.test(address)) return label;
  const element = make('a', label);
  element.href = address;
  element.rel = 'noreferrer nofollow';
  return element;
}

function takeWhile(lines, test) {
  const end = lines.findIndex((line, index) => !test(line, index));
  return lines.splice(0, end === -1 ? lines.length : end);
}

function make(name, ...children) {
  const element = document.createElement(name);
  element.append(...children);
  return element;
}
