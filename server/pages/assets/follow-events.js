const retryMs = 2000;

/**
 * Follows a stream of Server-Sent Events with a token, which EventSource can't carry. A stream that breaks is opened
 * again after its last event, and `onState` hears of it; resolves once the server has ended it, or refuses.
 */
export async function followEvents(address, { token, onEvent, onState }) {
  let lastId;
  for (;;) {
    let isOver = false;
    try {
      const response = await fetch(address, {
        headers: {
          Accept: 'text/event-stream',
          Authorization: `Bearer ${token}`,
          ...(lastId === undefined ? {} : { 'Last-Event-ID': lastId }),
        },
      });
      if (response.status === 404) return;
      if (response.ok) {
        onState(true);
        for await (const event of readEvents(response.body)) {
          lastId = event.id ?? lastId;
          isOver = /^persona:(?:completed|failed|cancelled)$/.test(event.name);
          onEvent(event);
        }
      }
    } catch {
      // The connection broke; what came last is where the next one begins.
    }
    if (isOver) return;
    onState(false);
    await new Promise((resolve) => {
      setTimeout(resolve, retryMs);
    });
  }
}

async function* readEvents(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    rest += value;
    const blocks = rest.split('\n\n');
    rest = blocks.pop();
    for (const block of blocks) {
      const name = /^event: (.*)$/m.exec(block)?.[1];
      if (name !== undefined) yield { name, id: /^id: (.*)$/m.exec(block)?.[1] };
    }
  }
}
