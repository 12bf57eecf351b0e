import type { PublicForm } from '@portico/shared-types/api/public-forms';

const base: PublicForm = {
  slug: '',
  targetType: 'workflow',
  workflowId: 'wf_01jd8m2x3k4n5p6q7r8s9t0v1w',
  agentId: null,
  title: 'Contract review',
  description:
    'Send us a contract and tell us what matters to you. You get a plain-language summary, the risky clauses and what to ask for, usually within a minute.',
  cover: { type: 'stock', value: 'arches' },
  inputLabel: 'What should we look at?',
  inputPlaceholder: 'For example: can we leave early, and what does it cost us?',
  allowFileUpload: true,
  fileUploadLabel: 'The contract',
  maxFiles: 5,
  maxFileSizeMb: 25,
  allowedFileTypes: [
    'application/pdf',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'text/plain',
    'image/*',
  ],
  allowUrlInput: true,
  urlInputLabel: 'Pages to take into account',
  outputLabel: 'Your review',
  showCopyButton: true,
  showDownloadButton: true,
  allowOutputEdit: true,
  submitButtonText: 'Review my contract',
  submitLoadingText: 'Handing it over…',
  successMessage: 'Thank you. You can watch the review being written, or come back later.',
  fields: [],
};

const fields: PublicForm['fields'] = [
  { name: 'company', label: 'Company', type: 'text', required: true },
  {
    name: 'country',
    label: 'Governing law',
    type: 'select',
    required: true,
    options: ['England & Wales', 'Germany', 'France', 'New York'],
  },
  {
    name: 'focus',
    label: 'What worries you most?',
    type: 'multiselect',
    required: false,
    options: ['Liability', 'Termination', 'Data protection', 'Prices', 'Intellectual property'],
  },
  {
    name: 'data_types',
    label: 'Which personal data?',
    type: 'textarea',
    required: true,
    showIf: '"Data protection" in inputs.focus',
  },
  { name: 'value', label: 'Contract value in euros', type: 'number', required: false },
  { name: 'start', label: 'Start date', type: 'date', required: false },
  { name: 'terms', label: 'I may share this contract with a reviewer.', type: 'checkbox', required: true },
];

const hostile = '<img src=x onerror="document.title=1">\u202Egnp.exe';

/** Forms of the double, by slug. The slug describes the behaviour. */
export const forms: Readonly<Record<string, PublicForm>> = Object.fromEntries(
  [
    { slug: 'demo' },
    { slug: 'fields', fields },
    {
      slug: 'minimal',
      cover: null,
      title: 'Ask the house',
      description: null,
      inputLabel: null,
      inputPlaceholder: null,
      allowFileUpload: false,
      allowUrlInput: false,
      submitButtonText: null,
      outputLabel: null,
      successMessage: null,
    },
    {
      slug: 'colour',
      cover: { type: 'color' as const, value: '#f2c230' },
      title: 'Yellow pages',
      fields: fields.slice(0, 3),
    },
    { slug: 'limited' },
    { slug: 'capped' },
    { slug: 'fails' },
    { slug: 'cut-stream' },
    { slug: 'no-stream' },
    {
      slug: 'hostile',
      title: hostile,
      description: hostile,
      inputLabel: hostile,
      submitButtonText: hostile,
      outputLabel: hostile,
      fields: [{ name: 'x y', label: hostile, type: 'select' as const, required: true, options: [hostile, 'b'] }],
    },
    ...['aurora', 'dunes', 'meadow', 'paper', 'tide'].map((value) => ({
      slug: value,
      cover: { type: 'stock' as const, value },
    })),
  ].map((form) => [form.slug, { ...base, ...form }]),
);
