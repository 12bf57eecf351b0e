/* Node with nothing loaded: the memory of any server. */
setInterval(() => undefined, 60_000);
process.stdout.write('"port":0\n');
process.on('SIGTERM', () => process.exit(0));
