/**
 * An OFX tag: a start tag with the text up to the next tag, or an end tag. `name`: in uppercase, without namespace and
 * attributes. `value`: trimmed, with entities decoded; empty for elements that contain others, and for end tags.
 */
export interface OfxTag {
  readonly name: string
  readonly isEnd: boolean
  readonly value: string
  /** Counted from 1. */
  readonly line: number
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }
const longestName = 60
const longestValue = 500

/**
 * The tags of an OFX file in order, for both OFX 1 (SGML, where elements with text need no end tag) and OFX 2 (XML).
 * Reads the text once and skips comments, instructions, headers, and a tag truncated by the end of the file.
 */
export function* readOfxTags(text: string): Generator<OfxTag> {
  let line = 1
  let counted = 0
  const lineAt = (at: number) => {
    for (; counted < at; counted += 1) if (text.charCodeAt(counted) === 10) line += 1
    return line
  }
  for (let at = text.indexOf('<'); at >= 0; ) {
    while (at >= 0 && text.startsWith('<!--', at)) at = after(text, '-->', at)
    const end = at < 0 ? -1 : text.indexOf('>', at)
    if (end < 0) return
    const next = text.indexOf('<', end)
    const name = text.slice(at + 1, Math.min(end, at + longestName)).trim()
    if (/^\/?[A-Za-z]/.test(name)) {
      const { value, rest } = valueAfter(text, end + 1, next)
      const isEnd = name.startsWith('/')
      yield { name: nameOf(name), isEnd, value: isEnd ? '' : value, line: lineAt(at) }
      at = rest
    } else at = next
  }
}

function after(text: string, mark: string, at: number): number {
  const found = text.indexOf(mark, at)
  return found < 0 ? -1 : text.indexOf('<', found)
}

function nameOf(written: string): string {
  const [name = ''] = written.replace(/^\//, '').split(/[\s/]/, 1)
  return name.slice(name.indexOf(':') + 1).toUpperCase()
}

function valueAfter(text: string, from: number, next: number): { readonly value: string; readonly rest: number } {
  const cdata = '<![CDATA['
  if (next >= 0 && text.startsWith(cdata, next) && text.slice(from, next).trim() === '') {
    const end = text.indexOf(']]>', next)
    if (end < 0) return { value: '', rest: -1 }
    return {
      value: text.slice(next + cdata.length, Math.min(end, next + longestValue)).trim(),
      rest: text.indexOf('<', end),
    }
  }
  const end = next < 0 ? text.length : next
  const raw = text.slice(from, Math.min(end, from + longestValue)).trim()
  return { value: raw.replace(/&(#\d{1,6}|[a-z]{2,4});/g, entity), rest: next }
}

function entity(written: string, name: string): string {
  if (!name.startsWith('#')) return entities[name] ?? written
  const code = Number(name.slice(1))
  return code >= 32 && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : ' '
}
