/** Titles of pages that a server sends with 200 instead of 404, in the languages of Portico. */
const phrases = new Set([
  '404',
  'not found',
  'page not found',
  'error 404',
  '404 error',
  '404 not found',
  '404 page not found',
  'file not found',
  'this page could not be found',
  'this page does not exist',
  'page does not exist',
  'seite nicht gefunden',
  'nicht gefunden',
  'page introuvable',
  'page non trouvée',
  'página no encontrada',
  'pagina non trovata',
  'página não encontrada',
  'pagina niet gevonden',
  'страница не найдена',
  'الصفحة غير موجودة',
  'لم يتم العثور على الصفحة',
  'ページが見つかりません',
  '页面不存在',
  '找不到页面',
  '页面未找到',
  '페이지를 찾을 수 없습니다',
]);

/** Longer pages have real content. */
const maxLength = 1500;

/** True if the title or first heading of a page with status 200 says that it was not found. */
export function saysNotFound(title: string, text: string): boolean {
  if (text.length > maxLength) return false;
  const heading = /^#{1,6} (.+)$/m.exec(text)?.[1] ?? '';
  return [title, heading].some((line) =>
    [line, ...line.split(/\s[|\u2013\u2014\u00b7:-]\s|:\s/)].some((part) => phrases.has(simplify(part))),
  );
}

function simplify(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim();
}
