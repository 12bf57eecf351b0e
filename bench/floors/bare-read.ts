import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { openDatabase } from '../../server/src/platform/database.ts';

/**
 * Bare Express with one select: `bare-read <agent as JSON> [database address]`. Without an address, it uses its own
 * PGlite.
 */
const [agent = '{}', databaseUrl] = process.argv.slice(2);
const dataDir = await mkdtemp(join(tmpdir(), 'portico-floor-'));
const database = await openDatabase({ databaseUrl, dataDir });
const { sql } = database;
if (databaseUrl === undefined) {
  await sql`CREATE TABLE agents (id text PRIMARY KEY, workspace_id text, name text, description text, model text,
    system_prompt text, temperature float8, top_p float8, max_tokens int, knowledge_base_ids text[], tools json,
    max_steps int, status text, created_at timestamptz, updated_at timestamptz)`;
  await sql`INSERT INTO agents SELECT * FROM json_populate_record(NULL::agents, ${agent}::json)`;
}
const app = express().get('/agents/:id', async (request, response) => {
  const [row] = await sql`SELECT id, workspace_id, name, description, model, system_prompt, temperature, top_p,
    max_tokens, knowledge_base_ids, tools, max_steps, status, created_at, updated_at
    FROM agents WHERE id = ${request.params.id}`;
  response.json({ data: row });
});
const server = app.listen(0, '127.0.0.1', () => {
  process.stdout.write(`{"port":${(server.address() as AddressInfo).port}}\n`);
});
process.on('SIGTERM', () => {
  void database.close().then(async () => {
    await rm(dataDir, { recursive: true, force: true });
    process.exit(0);
  });
});
