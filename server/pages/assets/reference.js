const { SwaggerUIBundle } = window;

SwaggerUIBundle({
  url: '/openapi.json',
  domNode: document.getElementById('reference'),
  deepLinking: true,
  docExpansion: 'none',
  persistAuthorization: false,
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
});
