/* Node with nothing loaded: what any server takes. */
setInterval(() => undefined, 60_000);
process.stdout.write('"port":0\n');
process.on('SIGTERM', () => process.exit(0));
