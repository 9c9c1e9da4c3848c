import { Failure } from './errors.ts'

const decoder = new TextDecoder('utf-8', { fatal: true })
const deepest = 20

/**
 * Reads a JSON body strictly: valid UTF-8 only, no NUL and no lone surrogate (PostgreSQL cannot store them),
 * no duplicate keys in an object, no `__proto__`, limited nesting. An empty body is `undefined`.
 */
export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  const text = decode(bytes)
  const value = parse(text)
  // Every field has a colon, so a body with as many colons as fields has no duplicate keys.
  if (countColons(text) !== countFields(value) && hasDuplicateKey(text))
    throw new Failure('BAD_REQUEST', 'The request body names a field twice.')
  return value
}

function parse(text: string): unknown {
  const isSuspicious = text.includes('\\u') || text.includes('__proto__')
  try {
    return JSON.parse(text, isSuspicious ? refuseUnsafe : undefined)
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Failure('BAD_REQUEST', 'The request body is not valid JSON.')
  }
}

function countColons(text: string): number {
  let count = 0
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1)) count += 1
  return count
}

function countFields(body: unknown): number {
  let count = 0
  let level = [body]
  for (let depth = 0; depth <= deepest; depth += 1) {
    const containers = level.filter((part): part is object => typeof part === 'object' && part !== null)
    for (const part of containers) if (!Array.isArray(part)) count += Object.keys(part).length
    level = containers.flatMap((part): unknown[] => Object.values(part))
    if (level.length === 0) return count
  }
  throw new Failure('BAD_REQUEST', 'The request body is nested too deeply.')
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

// JSON.parse silently keeps the last of two equal keys; two readers could then see two different amounts.
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
