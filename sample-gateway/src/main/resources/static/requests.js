/** Sends requests as one of the page's callers, and says what became of them. */

// Made up anew for each page, so that its answers are all there is to know of its bucket.
const apiKey = `page-${Math.random().toString(36).slice(2)}`;
const tokens = new Map();

const callers = {
  address: { path: '/ip/hello', headers: async () => ({}) },
  key: { path: '/keys/hello', headers: async () => ({ 'X-API-Key': apiKey }) },
  user: { path: '/users/me', headers: () => bearer({ sub: 'alice' }) },
  vip: { path: '/users/me', headers: () => bearer({ sub: 'vera', plan: 'vip' }) },
  export: { path: '/reports/export', method: 'POST', headers: async () => ({}) },
};

/** Never fails: a request without an answer is an answer of the kind `failed`. */
export async function send(caller) {
  const { path, method = 'GET', headers } = callers[caller];
  const request = `${method} ${path}`;
  try {
    const response = await fetch(path, { method, headers: await headers(), cache: 'no-store' });
    // A body that nobody reads would keep one of the browser's few connections.
    await response.arrayBuffer();
    if (response.status === 401) {
      tokens.clear();
    }
    return {
      request,
      kind: kindOf(response),
      status: `${response.status} ${response.statusText}`.trim(),
      state: response.headers.get('RateLimit'),
      policy: response.headers.get('RateLimit-Policy'),
      retryAfter: response.headers.get('Retry-After'),
    };
  } catch (failure) {
    return { request, kind: 'failed', status: failure.message, state: null, policy: null, retryAfter: null };
  }
}

function kindOf(response) {
  const decision = response.status === 429 ? 'denied' : response.ok ? 'allowed' : 'failed';
  // A gateway that limits alone does not know what the others give out, and says nothing of it.
  return decision === 'failed' || response.headers.has('RateLimit') ? decision : `${decision}-alone`;
}

async function bearer(claims) {
  const query = new URLSearchParams(claims).toString();
  if (!tokens.has(query)) {
    tokens.set(query, issue(query));
  }
  return { Authorization: `Bearer ${await tokens.get(query)}` };
}

async function issue(query) {
  const response = await fetch(`/demo/token?${query}`, { method: 'POST' });
  if (!response.ok) {
    tokens.delete(query);
    throw new Error(`no token: ${response.status}`);
  }
  return response.text();
}
