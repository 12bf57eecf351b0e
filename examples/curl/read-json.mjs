/**
 * Picks values out of a JSON file for helpers.sh: for each line of the input, a path like data.0.id, the value that the
 * file then has there, after a plus sign, or a minus sign if there is none. Each ends with a NUL.
 */
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const file = process.argv[2];

for await (const path of createInterface({ input: process.stdin })) {
  process.stdout.write(`${find(path).replaceAll('\0', '')}\0`);
}

function find(path) {
  try {
    let value = JSON.parse(readFileSync(file, 'utf8'));
    for (const step of path.split('.')) value = value?.[step];
    if (value === undefined || value === null) return '-';
    return `+${typeof value === 'object' ? JSON.stringify(value) : value}`;
  } catch {
    return '-';
  }
}
