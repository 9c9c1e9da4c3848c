/** An email as its recipient sees it. */
export interface ReadMail {
  /** The headers, by name in lowercase. */
  readonly headers: ReadonlyMap<string, string>
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Attached pictures, by content id. */
  readonly pictures: ReadonlyMap<string, Buffer>
}

/** Parses an email with a plain-text and an HTML part. */
export function readMail(raw: string): ReadMail {
  const whole = partOf(raw)
  const parts = leavesOf(whole)
  const bodyOf = (type: string) => decoded(parts.find(({ headers }) => headers.get('content-type')?.startsWith(type)))
  return {
    headers: whole.headers,
    subject: words(whole.headers.get('subject') ?? ''),
    text: bodyOf('text/plain'),
    html: bodyOf('text/html'),
    pictures: new Map(
      parts.flatMap(({ headers, body }) => {
        const id = headers.get('content-id')?.slice(1, -1)
        return id === undefined ? [] : [[id, Buffer.from(body, 'base64')] as const]
      }),
    ),
  }
}

interface Part {
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

/** The parts that hold no other parts. */
function leavesOf(part: Part): Part[] {
  const boundary = /boundary="([^"]+)"/.exec(part.headers.get('content-type') ?? '')?.[1]
  if (boundary === undefined) return [part]
  const parts = part.body.split(`--${boundary}`).slice(1, -1)
  return parts.flatMap((one) => leavesOf(partOf(one.replace(/^\r\n|\r\n$/g, ''))))
}

function partOf(raw: string): Part {
  const end = raw.indexOf('\r\n\r\n')
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  return { headers, body: raw.slice(end + 4) }
}

function decoded(part: Part | undefined): string {
  const encoding = part?.headers.get('content-transfer-encoding')
  const body = part?.body ?? ''
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString().replaceAll('\r\n', '\n')
  return (encoding === 'quoted-printable' ? unquoted(body.replace(/=\r\n/g, '')) : body).replaceAll('\r\n', '\n')
}

function unquoted(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

// Decodes RFC 2047 encoded words. Spaces between two encoded words are ignored.
function words(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, kind, word) =>
      /b/i.test(kind) ? Buffer.from(word, 'base64').toString() : unquoted(word.replaceAll('_', ' ')),
    )
}
