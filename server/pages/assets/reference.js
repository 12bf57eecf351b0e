const { SwaggerUIBundle } = window;

/** These contain values, not schemas. */
const data = new Set(['example', 'examples', 'default', 'enum']);

// Swagger UI has its dark colours under this class.
const dark = matchMedia('(prefers-color-scheme: dark)');
const followScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', followScheme);
followScheme();

const reference = document.getElementById('reference');
// Operations are rendered when they are opened.
new MutationObserver(completeRoles).observe(reference, { childList: true, subtree: true });

const answer = await fetch('/openapi.json');
SwaggerUIBundle({
  spec: toVersion30(await answer.json()),
  domNode: reference,
  deepLinking: true,
  docExpansion: 'none',
  persistAuthorization: false,
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
});

/** Swagger UI marks the reference up as a whole page, which it isn't here, and leaves fields without names. */
function completeRoles() {
  const operations = document.getElementById('operations');
  operations?.setAttribute('role', 'region');
  operations?.setAttribute('aria-label', 'Operations');
  document.querySelector('.swagger-ui h1.title')?.setAttribute('aria-level', '2');
  document.getElementById('servers')?.setAttribute('aria-label', 'Server');
  for (const field of reference.querySelectorAll('textarea.body-param__text')) field.setAttribute('aria-label', 'Body');
  for (const button of reference.querySelectorAll('.close-modal')) button.setAttribute('aria-label', 'Close');
  // Long examples are scrolled.
  for (const example of reference.querySelectorAll('.microlight')) example.tabIndex = 0;
}

/**
 * Converts the document to OpenAPI 3.0, for this page only: Swagger UI takes six times as long to render one of 3.1.
 * The versions differ in how a schema expresses null, a constant and an exclusive limit.
 */
function toVersion30(document) {
  return { ...rewrite(document), openapi: '3.0.3' };
}

function rewrite(value) {
  if (Array.isArray(value)) return value.map(rewrite);
  if (typeof value !== 'object' || value === null) return value;
  const written = Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, data.has(key) ? member : rewrite(member)]),
  );
  const { anyOf, type } = written;
  if (Array.isArray(type)) {
    delete written.type;
    return allow(
      written,
      type.map((name) => ({ type: name })),
    );
  }
  if (Array.isArray(anyOf)) {
    delete written.anyOf;
    return allow(written, anyOf);
  }
  if (['string', 'number', 'boolean'].includes(typeof written.const)) written.enum = [written.const];
  if (typeof written.exclusiveMinimum === 'number') {
    Object.assign(written, { minimum: written.exclusiveMinimum, exclusiveMinimum: true });
  }
  return written;
}

/** A schema that accepts the values of all alternatives. */
function allow(schema, alternatives) {
  const others = alternatives.filter(({ type }) => type !== 'null');
  const nullable = others.length < alternatives.length ? { nullable: true } : {};
  return { ...schema, ...nullable, ...(others.length === 1 ? others[0] : { anyOf: others }) };
}
