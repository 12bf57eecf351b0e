/*
 * The content of a first start. The knowledge base is made of this project's guides, so that the demo agent can answer
 * a newcomer's questions.
 */

/** The items that are created once, in this order; each is recorded in the installation's settings as `demo <step>`. */
export const demoSteps = [
  'knowledge base',
  'documents',
  'agent',
  'chat interface',
  'workflow',
  'form interface',
  'documents read',
] as const;

export const demoKnowledgeBase = {
  name: 'Portico guides',
  description: 'How to embed, connect and run Portico.',
};

export const demoAgent = {
  name: 'Portico guide',
  description: 'Answers questions about Portico from its own documentation.',
  system_prompt:
    'You are the friendly guide of Portico, a kit that puts AI agents and automations in front of people who have no ' +
    'account. Answer briefly and from the passages you are given. If they contain no answer, say so and point to /docs.',
};

export const demoChat = {
  slug: 'demo',
  name: 'Demo chat',
  behaviour: {
    title: 'Ask Portico',
    subtitle: 'Answers from the documentation',
    welcome_message: 'Hello! I know the documentation of Portico. What would you like to know?',
    suggested_prompts: [
      'How do I put the widget on my page?',
      'How do I connect a real model?',
      'What can a workflow do?',
    ],
    show_citations: true,
    show_tool_calls: true,
  },
  branding: {
    primary_color: '#3b4cca',
    cover: { type: 'gradient', value: 'linear-gradient(135deg, #3b4cca, #7a5bd6)' },
  },
  uploads: { enabled: true },
};

export const demoForm = {
  slug: 'demo-form',
  name: 'Demo form',
  title: 'Summarise anything',
  description: 'Drop a document, paste a link, or write a text, and get the gist of it.',
  cover: { type: 'stock', value: 'arches' },
  input_label: 'Anything to add?',
  input_placeholder: 'A question, a note, or the text itself',
  allow_file_upload: true,
  file_upload_label: 'Documents',
  allow_url_input: true,
  url_input_label: 'Links',
  output_label: 'Summary',
  allow_output_edit: true,
  submit_button_text: 'Summarise',
  submit_loading_text: 'Reading…',
  fields: [{ name: 'length', label: 'How many points?', type: 'select', required: false, options: ['four', 'eight'] }],
};

export const demoWorkflow = {
  name: 'Summarise what was submitted',
  description: 'Reads the text of everything a visitor submitted and writes a short summary.',
  input_schema: {
    type: 'object',
    properties: {
      message: { type: 'string', description: 'What the visitor wrote' },
      content: { type: 'string', description: 'The text of the files and links' },
      length: { type: 'string', description: 'How many points the summary should have' },
    },
    required: [],
  },
  definition: {
    nodes: [
      {
        id: 'summary',
        type: 'llm',
        name: 'Write the summary',
        config: {
          // Only paths in its templates: a first start doesn't load JSONata for them.
          system_prompt: 'Summarise the text below in {{ inputs.length }} bullet points in its own language.',
          prompt: '{{ inputs.message }}\n\n{{ inputs.content }}',
          temperature: 0.2,
        },
      },
    ],
    edges: [],
    outputs: { output: '{{ nodes.summary.outputs.text }}' },
  },
};
