/** Identifiers and times shared by the examples, so that they are consistent. */
export const ids = {
  agent: 'agt_01kk3m8x2v7q4c9y5r1t6w0z3a',
  thread: 'thr_01kk3m9a4b8n2d6f0h3j7k1m5p',
  question: 'msg_01kk3m9c1s5v9x3z7b2d6g0j4n',
  reply: 'msg_01kk3m9d3t7w1y5a9c4f8h2k6q',
  workflow: 'wf_01kk3ma2m6p0r4t8v2x6z0b4d8',
  execution: 'exe_01kk3mb5q9s3u7w1y5a9c3e7g1',
  trigger: 'trg_01kk3mc8t2v6x0z4b8d2f6h0j4',
  knowledgeBase: 'kb_01kk3md1w5y9a3c7e1g5j9m3p7',
  document: 'doc_01kk3me4z8b2d6f0h4k8n2q6s0',
  chunk: 'chk_01kk3mf7c1e5g9j3m7p1r5t9v3',
  source: 'src_01kk3n1a5c9e3g7j1m5p9r3t7v',
  questionGroup: 'qst_01kk3n4d8f2h6k0n4q8s2v6x0z',
  run: 'run_01kk3n2b6d0f4h8k2n6q0s4u8w',
  page: 'pag_01kk3n3c7e1g5j9m3p7r1t5v9x',
  webhook: 'whk_01kk3mg0f4h8k2n6q0s4u8w2y6',
  delivery: 'dlv_01kk3mh3j7m1p5r9t3v7x1z5b9',
  chat: 'chi_01kk3mj6n0q4s8u2w6y0a4c8e2',
  form: 'fmi_01kk3mk9r3t7v1x5z9b3d7f1h5',
  file: 'fil_01kk3mm2v6x0z4b8d2f6h0k4n8',
  persona: 'per_01kk3mn5y9a3c7e1g5j9m3p7r1',
  instance: 'ins_01kk3mp8b2d6f0h4k8n2q6s0u4',
  approval: 'apr_01kk3mq1e5g9j3m7p1r5t9v3x7',
  deliverable: 'dlb_01kk3mr4h8k2n6q0s4u8w2y6a0',
  apiKey: 'key_01kk3ms7k1n5q9s3u7w1y5a9c3',
  user: 'usr_01kk3mt5m9p3r7t1v5x9z3b7d1',
  member: 'mem_01kk3mt6n0q4s8u2w6y0a4c8e2',
  workspace: 'ws_01kk3mt4k8m2p6r0t4v8x2z6b0',
  session: 'ses_4tT0vB7xJ2mQ9pLdR6hYcN',
  visitor: 'vis_8fW3kZ6yP1sA5nGb',
  conversation: 'cnv_01kk3m9a4b8n2d6f0h3j7k1m5p',
  note: 'note_01kk3mt0n4q8s2u6w0y4a8c2e6',
  savedReply: 'svr_01kk3mv3q7s1u5w9y3a7c1e5g9',
  submission: 'sub_9mK2rX7cV4tB1qHjL8wZpD',
} as const;

export const created = '2026-03-02T09:30:00.000Z';
export const updated = '2026-03-02T09:31:12.480Z';
export const expires = '2026-03-03T09:30:00.000Z';

export const downloadUrl = `https://portico.example.com/files/${ids.file}?expires=1772530200&signature=6f1c9a54e0`;
