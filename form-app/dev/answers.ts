/** What the double's workflow writes. */
export const review = `## In one paragraph

The contract is **usable, but one-sided**. You can leave, yet only at the end of a year and with *ninety days'* notice; missing the date costs a full year's fee. Liability is capped for them and open for you.

## The clauses that matter

| Clause | What it says | Risk | Ask for |
| --- | --- | :---: | --- |
| 4.2 Renewal | Renews for 12 months unless cancelled 90 days before | High | 30 days, or monthly after year one |
| 7.1 Liability | Theirs is capped at fees paid; yours has no cap | High | The same cap for both |
| 9.4 Data | Sub-processors may change without notice | Medium | Notice of 30 days and a right to object |
| 12 Prices | May rise by inflation plus 3 % each year | Low | Inflation only |

## What to do next

1. Write to them **before 1 March** to keep the right to leave.
   - Ask for a confirmation by e-mail.
2. Send the wording below for clause 7.1.
3. Have clause 9.4 looked at by whoever handles data protection with you ([what the law asks](https://example.com/article-28)).

\`\`\`text
7.1  The total liability of either party is limited to the
     fees paid in the twelve months before the claim.
\`\`\`

> Nothing here replaces advice from a lawyer, but it tells you what to ask one.
`;

export const hostileOutput = `# <script>document.title='pwned'</script>Hello <img src=x onerror="document.title='pwned'">

[click](javascript:document.title='pwned') <a href="javascript:alert(1)" onclick="alert(1)" style="position:fixed;inset:0" id="app" class="card">raw</a>
![tracker](https://tracker.example/p.png?x=1) <iframe src="https://example.com"></iframe>
<form action="https://example.com"><input name=q><button>go</button></form><style>*{display:none}</style>
<svg><script>document.title='pwned'</script></svg><math><mi xlink:href="data:x,<script>1</script>"></mi></math>

\u202Eltr-evil ${'wide '.repeat(40)}${'x'.repeat(300)}

| | b |
|-|-|
| ${'long'.repeat(60)} | 2 |

###### six
# one

- [x] done
- [ ] open
`;
