import { apiBase } from '@check-requests/domain/api/endpoint.ts'
import {
  ApiFailure,
  type AskForProof,
  createProofGate,
  type NeededProof,
  networkFailure,
} from '#platform/api-failure.ts'
import { type Call, type InputOf, type RawInput, type ReplyOf, urlOf } from '#platform/call.ts'
import { sendOnce } from '#platform/early-calls.ts'

/** The longest wait for a response, in milliseconds, unless the call's row has its own limit. */
const patience = 30_000

/** The number of responses kept for reuse after a 304. The oldest response is dropped first. */
const rememberedAnswers = 200

export interface CallOptions {
  /** The idempotency key. Repeating a mutation with the same key returns the first result and has no further effect. */
  idempotencyKey?: string
  /** True for a call not caused by a user action. Such calls don't keep the session alive. */
  poll?: boolean
  signal?: AbortSignal
  /** True if the call continues after the user leaves the page. */
  keepalive?: boolean
  /** Receives the message about the part of a change that awaits a second person, if any. */
  waits?: { current: string | undefined }
  /** A token to send instead of the session token. A 401 for this token doesn't end the session. */
  token?: string
}

/** The error code for a session that was idle for too long. */
export const expiredCode = 'SESSION_EXPIRED'

/** Error codes after which the session must be reloaded because the role has changed or a second factor is missing. */
const changedCodes = new Set(['SESSION_CHANGED', 'SECOND_FACTOR_REQUIRED'])

/** What a call's response can reveal about the session. */
export type SessionEvent = 'unauthorized' | 'expired' | 'session-changed'

export interface ApiClient {
  /** Returns the `data` of the envelope, or throws an `ApiFailure`. */
  call<Row extends Call>(row: Row, input: InputOf<Row>, options?: CallOptions): Promise<ReplyOf<Row>>
  /** Returns the file, or throws an `ApiFailure`. */
  file(row: Call, input: RawInput, signal?: AbortSignal): Promise<Blob>
  /** Sends a call prepared by `send`, such as a form with a file; otherwise works like `call`. */
  sendWith<Row extends Call>(row: Row, input: RawInput, options: CallOptions, send: Send): Promise<ReplyOf<Row>>
  /** Returns the raw response of a GET that streams. */
  open(path: string, signal: AbortSignal): Promise<Response>
  /** Sends this token with all later calls, and discards remembered responses. */
  carryToken(token: string | undefined): void
  subscribe(listener: (event: SessionEvent) => void): () => void
  /**
   * Uses `ask` to verify the user's identity when a call requires it, and then repeats the call. Returns a function
   * that stops this.
   */
  askForProofs(ask: AskForProof): () => void
}

/** Sends the request to this URL with these headers; rejects if there is no response. */
export type Send = (url: string, headers: Headers) => Promise<Response>

interface Remembered {
  etag: string
  data: unknown
}

/** The only way to call the server. Unwraps the response's envelope into data or a failure (A2, R194, R228). */
export function createApiClient(base: string = apiBase): ApiClient {
  const memory = createMemory()
  const listeners = new Set<(event: SessionEvent) => void>()
  const gate = createProofGate()
  let current: string | undefined

  /** Notifies subscribers about refusals that concern the session; ignores refusals for an older session. */
  function noteRefusal(failure: ApiFailure, token: string | undefined) {
    if (token === undefined || token !== current) return
    const event = eventOf(failure)
    if (event) for (const listener of listeners) listener(event)
  }

  async function call(row: Call, input: RawInput, options: CallOptions = {}): Promise<unknown> {
    const url = base + urlOf(row, input)
    const token = options.token ?? current
    const known = row.method === 'GET' ? memory.recall(url) : undefined
    const sendNow = () => send(row, url, requestOf(row, input, options, token, known), options.signal)
    const response = await (row.method === 'GET' ? sendOnce(token, url, sendNow) : sendNow())
    if (known && response.status === 304) return known.data
    const answer = await readEnvelope(response, row.failure)
    if (answer instanceof ApiFailure) {
      noteRefusal(answer, token)
      throw answer
    }
    if (options.waits) options.waits.current = answer.waits
    if (row.method === 'GET' && token === current) memory.keep(url, response, answer.data)
    return answer.data
  }

  async function file(row: Call, input: RawInput, signal?: AbortSignal): Promise<Blob> {
    const token = current
    const request = requestOf(row, input, {}, token, undefined)
    const response = await sendForFile(row, base + urlOf(row, input), request, signal)
    if (!response.ok) throw await refused(response, row.failure, token)
    return response.blob().catch((error) => {
      throw signal?.aborted ? error : networkFailure()
    })
  }

  async function sendWith(row: Call, input: RawInput, options: CallOptions, send: Send): Promise<unknown> {
    const token = current
    const { headers } = requestOf(row, input, options, token, undefined)
    const response = await send(base + urlOf(row, input), headers)
    const answer = await readEnvelope(response, row.failure)
    if (!(answer instanceof ApiFailure)) return answer.data
    noteRefusal(answer, token)
    throw answer
  }

  async function open(path: string, signal: AbortSignal): Promise<Response> {
    const token = current
    const headers = { 'x-activity': 'poll', ...(token && { 'x-auth-token': token }) }
    const response = await fetch(base + path, { headers, signal })
    // Without this check, a stream wouldn't notice that its session has ended.
    if (!response.ok) await refused(response, '', token)
    return response
  }

  async function refused(response: Response, fallback: string, token: string | undefined): Promise<ApiFailure> {
    const failure = failureOf(response, await readJson(response), fallback)
    noteRefusal(failure, token)
    return failure
  }

  return {
    call: ((row, input, options) => gate.pass(() => call(row, input, options))) as ApiClient['call'],
    file: (row, input, signal) => gate.pass(() => file(row, input, signal)),
    sendWith: ((...input) => gate.pass(() => sendWith(...input))) as ApiClient['sendWith'],
    open,
    carryToken(token) {
      current = token
      memory.clear()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    askForProofs: gate.open,
  }
}

/** A memory of responses to reuse after a 304. */
function createMemory() {
  const remembered = new Map<string, Remembered>()
  return {
    recall: (url: string) => remembered.get(url),
    keep(url: string, response: Response, data: unknown) {
      const etag = response.headers.get('etag')
      if (!etag) return
      remembered.delete(url)
      remembered.set(url, { etag, data })
      const [oldest] = remembered.keys()
      if (remembered.size > rememberedAnswers && oldest) remembered.delete(oldest)
    },
    clear: () => remembered.clear(),
  }
}

function eventOf(failure: ApiFailure): SessionEvent | undefined {
  if (failure.status === 401) return failure.code === expiredCode ? 'expired' : 'unauthorized'
  return changedCodes.has(failure.code) ? 'session-changed' : undefined
}

function requestOf(
  row: Call,
  input: RawInput,
  options: CallOptions,
  token: string | undefined,
  known: Remembered | undefined,
): RequestInit & { headers: Headers } {
  const headers = new Headers()
  if (token) headers.set('x-auth-token', token)
  if (options.poll) headers.set('x-activity', 'poll')
  if (options.idempotencyKey) headers.set('idempotency-key', options.idempotencyKey)
  if (known) headers.set('if-none-match', known.etag)
  const request = { method: row.method, headers, ...(options.keepalive && { keepalive: true }) }
  if (input.body === undefined) return request
  headers.set('content-type', 'application/json')
  return { ...request, body: JSON.stringify(input.body) }
}

async function send(row: Call, url: string, request: RequestInit, signal: AbortSignal | undefined): Promise<Response> {
  return received(url, request, AbortSignal.timeout(row.patience ?? patience), signal)
}

/** Waits for the file to start arriving. The transfer itself has no time limit. */
async function sendForFile(row: Call, url: string, request: RequestInit, signal: AbortSignal | undefined) {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), row.patience ?? patience)
  return received(url, request, limit.signal, signal).finally(() => clearTimeout(timer))
}

async function received(
  url: string,
  request: RequestInit,
  limit: AbortSignal,
  signal: AbortSignal | undefined,
): Promise<Response> {
  try {
    return await fetch(url, { ...request, signal: signal ? AbortSignal.any([signal, limit]) : limit })
  } catch (error) {
    // A canceled call needs no error message.
    if (signal?.aborted) throw error
    throw networkFailure()
  }
}

interface Envelope {
  success?: unknown
  message?: unknown
  data?: unknown
  waits?: string
  error?: { code?: string; fields?: Record<string, string>; proof?: NeededProof }
}

interface Answer {
  data: unknown
  waits: string | undefined
}

/** Returns the response's data. A call counts as failed if `success` or `data` is missing (R194). */
async function readEnvelope(response: Response, fallback: string): Promise<Answer | ApiFailure> {
  const body = await readJson(response)
  if (response.ok && body.success === true && body.data !== undefined) return { data: body.data, waits: body.waits }
  return failureOf(response, body, fallback)
}

function failureOf(response: Response, body: Envelope, fallback: string): ApiFailure {
  const reason = typeof body.message === 'string' && !response.ok ? body.message : ''
  const { code = 'UNKNOWN', fields, proof } = body.error ?? {}
  return new ApiFailure(reason || fallback, response.status, code, fields, proof)
}

async function readJson(response: Response): Promise<Envelope> {
  try {
    const body: unknown = await response.json()
    return typeof body === 'object' && body !== null ? body : {}
  } catch {
    return {}
  }
}
