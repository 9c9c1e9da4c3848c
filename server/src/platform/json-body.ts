import { Failure } from './errors.ts'

const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * Reads a JSON body strictly: valid UTF-8 only, no NUL and no lone surrogate (PostgreSQL cannot store them),
 * no key twice in one object, no `__proto__`. An empty body is `undefined`.
 */
export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  const text = decode(bytes)
  if (hasDuplicateKey(text)) throw new Failure('BAD_REQUEST', 'The request body names a field twice.')
  try {
    return JSON.parse(text, refuseUnsafe)
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Failure('BAD_REQUEST', 'The request body is not valid JSON.')
  }
}

function decode(bytes: Buffer): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw new Failure('BAD_REQUEST', 'The request body is not valid UTF-8.')
  }
}

function refuseUnsafe(key: string, value: unknown): unknown {
  const unsafeText = typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())
  if (key === '__proto__' || unsafeText)
    throw new Failure('BAD_REQUEST', `The field ${key || 'body'} holds characters that cannot be stored.`)
  return value
}

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g

// JSON.parse keeps the last of two equal keys without a word; two readers could then see two different amounts.
function hasDuplicateKey(text: string): boolean {
  const open: (Set<string> | null)[] = []
  let last = ''
  for (const [found] of text.matchAll(token)) {
    if (found === '{') open.push(new Set())
    else if (found === '[') open.push(null)
    else if (found === '}' || found === ']') open.pop()
    else if (found === ':' && isSecond(open.at(-1), last)) return true
    last = found
  }
  return false
}

function isSecond(keys: Set<string> | null | undefined, literal: string): boolean {
  if (!keys) return false
  const key = literal.replace(/\\u([0-9a-fA-F]{4})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  if (keys.has(key)) return true
  keys.add(key)
  return false
}
