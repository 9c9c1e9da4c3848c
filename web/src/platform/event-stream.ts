/** One message of a server-sent event stream. */
export interface StreamEvent {
  event: string
  data: string
}

/** Reads server-sent events from a response; `onBytes` is called for all data, including comments. */
export async function* readEvents(body: ReadableStream<Uint8Array>, onBytes: () => void): AsyncGenerator<StreamEvent> {
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
