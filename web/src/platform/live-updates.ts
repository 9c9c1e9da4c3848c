import { type Topic, topics } from '@check-requests/domain/api/endpoint.ts'

const quietest = 60_000
const shortestDelay = 1000
const longestDelay = 30_000
const throttleInterval = 250

interface LiveOptions {
  /** Opens the stream. If that fails, rejects or resolves to a response that isn't ok. */
  open(signal: AbortSignal): Promise<Response>
  /** Called when data of this topic has changed, so that displayed data can be refetched. */
  onChange(topic: Topic): void
  /** First wait before reconnecting, in milliseconds; doubles after each attempt up to 30 s. */
  delay?: number
}

/**
 * Follows the server's changes (C2). One tab of the browser holds the stream and notifies the others, so that many tabs
 * need only one connection; without browser locks (plain HTTP), every tab has its own. Returns a stop function.
 */
export function followChanges({ open, onChange, delay = shortestDelay }: LiveOptions): () => void {
  const stop = new AbortController()
  const channel = new BroadcastChannel('live')
  const refresh = new Map(
    topics.map((topic) => [topic, throttle(() => !stop.signal.aborted && onChange(topic), throttleInterval)]),
  )

  function spread(changed: readonly Topic[]) {
    channel.postMessage(changed)
    for (const topic of changed) refresh.get(topic)?.()
  }
  channel.onmessage = ({ data }: MessageEvent<Topic[]>) => {
    for (const topic of data) refresh.get(topic)?.()
  }

  const hold = () => holdStream({ open, spread, delay, signal: stop.signal })
  if (navigator.locks) navigator.locks.request('live', { signal: stop.signal }, hold).catch(() => undefined)
  else void hold()

  return () => {
    stop.abort()
    channel.close()
  }
}

interface HoldOptions {
  open(signal: AbortSignal): Promise<Response>
  spread(changed: readonly Topic[]): void
  delay: number
  signal: AbortSignal
}

async function holdStream({ open, spread, delay, signal }: HoldOptions): Promise<void> {
  let wait = delay
  let connectedBefore = false
  while (!signal.aborted) {
    const connected = await readStream(open, signal, spread, () => {
      // Everything is refetched, because changes during the disconnection were missed.
      if (connectedBefore) spread(topics)
      connectedBefore = true
      wait = delay
    })
    await pause(wait, signal)
    if (!connected) wait = Math.min(wait * 2, longestDelay)
  }
}

async function readStream(
  open: HoldOptions['open'],
  outer: AbortSignal,
  spread: HoldOptions['spread'],
  onOpen: () => void,
): Promise<boolean> {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), quietest)
  try {
    const response = await open(AbortSignal.any([outer, silence.signal]))
    if (!response.ok || !response.body) return false
    onOpen()
    const events = readEvents(response.body, () => {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), quietest)
    })
    for await (const event of events) spread(topicsOf(event))
    return true
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}

function topicsOf({ event, data }: StreamEvent): Topic[] {
  if (event !== 'change') return []
  const { topic }: { topic: unknown } = JSON.parse(data)
  return topics.filter((known) => known === topic)
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds * (0.75 + Math.random() / 2))
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/**
 * Runs `callback` immediately and then at most once per `interval` milliseconds; the last call always runs the
 * callback.
 */
function throttle(callback: () => void, interval: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let again = false
  function rest() {
    timer = undefined
    if (again) run()
  }
  function run() {
    again = false
    timer = setTimeout(rest, interval)
    callback()
  }
  return () => {
    if (timer) again = true
    else run()
  }
}

/** One message of a server-sent event stream. */
interface StreamEvent {
  event: string
  data: string
}

/** Reads server-sent events from a response; `onBytes` is called for all data, including comments. */
async function* readEvents(body: ReadableStream<Uint8Array>, onBytes: () => void): AsyncGenerator<StreamEvent> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let waiting = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      onBytes()
      waiting = (waiting + decoder.decode(value, { stream: true })).replaceAll('\r\n', '\n')
      const blocks = waiting.split('\n\n')
      waiting = blocks.pop() ?? ''
      yield* blocks.map(parseBlock).filter((event) => event.data !== '')
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

function parseBlock(block: string): StreamEvent {
  const parsed: StreamEvent = { event: 'message', data: '' }
  for (const line of block.split('\n')) {
    const [, field, value = ''] = /^(\w+):? ?(.*)$/.exec(line) ?? []
    if (field === 'event') parsed.event = value
    if (field === 'data') parsed.data += parsed.data ? `\n${value}` : value
  }
  return parsed
}
