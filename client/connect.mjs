/**
 * A row of the calls that an access token can make. `path`: with parameters such as `{id}`.
 * @typedef {{ method: string, path: string }} Row
 * @typedef {{ params?: Record<string, string | number>, query?: object, body?: object }} Call
 * @typedef {{ idempotencyKey?: string, signal?: AbortSignal }} CallOptions
 * @typedef {{ url: string, token: string, tries?: number, fetch?: typeof fetch }} Options
 */

// Sent again after a pause: too many calls, a server that starts or stops, a gateway without a server.
const temporary = [429, 502, 503, 504]

/** The server refused a call. */
export class CallFailed extends Error {
  /** @param {number} status @param {{ message?: string, error?: { code?: string, fields?: Record<string, string> } }} answer */
  constructor(status, { message = `The server answered ${status}.`, error = {} }) {
    super(message)
    this.name = 'CallFailed'
    this.status = status
    this.code = error.code ?? 'UNKNOWN'
    /** @type {Record<string, string>} */
    this.fields = error.fields ?? {}
    this.reasons = [...new Set([message, ...Object.values(this.fields)])]
  }
}

/** @param {Readonly<Record<string, Row>>} calls @param {Options} options */
export function connectTo(calls, options) {
  const methods = Object.entries(calls).map(([name, row]) => [
    name,
    (/** @type {Call} */ call = {}, /** @type {CallOptions} */ own = {}) => make(options, row, call, own),
  ])
  return Object.fromEntries(methods)
}

/** @param {Options} options @param {Row} row @param {Call} call @param {CallOptions} own */
async function make(options, row, call, { idempotencyKey = crypto.randomUUID(), signal }) {
  const { url, token, tries = 5, fetch: send = fetch } = options
  const path = row.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(call.params?.[name])))
  const query = Object.entries(call.query ?? {}).filter(([, value]) => value !== undefined)
  const address = new URL(`${url.replace(/\/$/, '')}${path}?${new URLSearchParams(query)}`)
  const headers = {
    authorization: `Bearer ${token}`,
    ...(row.method !== 'GET' && { 'idempotency-key': idempotencyKey }),
  }
  const { method } = row
  const redirect = /** @type {const} */ ('error')
  for (let attempt = 1; ; attempt += 1) {
    const init = { method, redirect, signal: signal ?? null, ...contentOf(call.body, headers) }
    const answer = await send(address, init).catch((error) => {
      if (attempt >= tries || signal?.aborted) throw error
    })
    if (answer?.ok) return resultOf(answer)
    if (answer && (attempt >= tries || !temporary.includes(answer.status)))
      throw new CallFailed(answer.status, Object(await answer.json().catch(() => ({}))))
    await answer?.body?.cancel()
    await pause(Number(answer?.headers.get('retry-after')) * 1000 || 250 * 2 ** attempt, signal)
  }
}

/** A body with a file is sent as a form. @param {object | undefined} body @param {Record<string, string>} headers */
function contentOf(body, headers) {
  if (!body) return { headers }
  const fields = Object.entries(body).filter(([, value]) => value !== undefined)
  const [files, others] = [true, false].map((isFile) => fields.filter(([, value]) => value instanceof Blob === isFile))
  if (!files?.length) return { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const form = new FormData()
  // The server reads the other fields before the file arrives.
  for (const [name, value] of [...(others ?? []), ...files]) form.append(name, value)
  return { headers, body: form }
}

/** The data of an answer, or its file. @param {Response} answer */
async function resultOf(answer) {
  const type = answer.headers.get('content-type') ?? ''
  if (type.startsWith('application/json')) return Object(await answer.json()).data
  const [, name = 'file'] = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '') ?? []
  return new File([await answer.blob()], name, { type })
}

/** @param {number} milliseconds @param {AbortSignal | undefined} signal @returns {Promise<void>} */
function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
