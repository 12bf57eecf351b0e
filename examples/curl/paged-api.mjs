/*
 * The API that the workflows of workflows.sh call: orders on three pages, and a directory of companies.
 *
 *   node paged-api.mjs PORT
 */
import { createServer } from 'node:http';

const ordersOf = (page) => ({ total_pages: 3, orders: [{ id: page * 10 }, { id: page * 10 + 1 }] });
const cities = { Ada: 'London', Bob: 'Bergen' };

createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const city = cities[searchParams.get('name') ?? ''];
  const answer = pathname === '/orders' ? ordersOf(Number(searchParams.get('page'))) : city && { city };
  response.writeHead(answer === undefined ? 404 : 200, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(answer ?? {}));
}).listen(Number(process.argv[2]), '127.0.0.1');
