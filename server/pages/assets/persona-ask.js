/** Asks the server with the link's token; with a body it is a POST. Throws an error with `status` and `fields`. */
export function createAsk(token) {
  return async (path, body) => {
    const response = await fetch(path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = await response.json();
    if (response.ok) return answer.data;
    const { message, details } = answer.error;
    throw Object.assign(new Error(message), { status: response.status, fields: details.fields ?? [] });
  };
}
