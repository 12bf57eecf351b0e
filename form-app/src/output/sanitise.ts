import DOMPurify from 'dompurify';

const allowedTags =
  'p br hr h1 h2 h3 h4 h5 h6 ul ol li blockquote pre code kbd strong b em i del s sub sup mark a img input table thead tbody tr th td'.split(
    ' ',
  );
const allowedAttributes = [
  'href',
  'src',
  'alt',
  'title',
  'class',
  'align',
  'start',
  'type',
  'checked',
  'colspan',
  'rowspan',
];

/** Turns HTML of unknown origin into nodes that can do nothing: no script, no style, no id, no form, no scheme but the web's and mail. */
export function sanitise(html: string): DocumentFragment {
  return DOMPurify.sanitize(html, {
    RETURN_DOM_FRAGMENT: true,
    ALLOWED_TAGS: allowedTags,
    ALLOWED_ATTR: allowedAttributes,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    ALLOWED_URI_REGEXP: /^(?:https?|mailto|tel):/i,
  });
}
