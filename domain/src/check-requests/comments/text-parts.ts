import { fold } from '../../values/searched-text.ts'

/** A person who is mentioned in a comment. */
export interface MentionedPerson {
  readonly id: number
  readonly name: string
}

/** A piece of a comment as it is shown; `href` and `text` of a link are the same address. */
export type TextPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'mention'; readonly person: MentionedPerson }
  | { readonly kind: 'link'; readonly href: string }

const mention = /@\[([1-9]\d{0,14})\]/g
const address = /https?:\/\/[^\s<>"]+/gi
const closing: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }

/** The people whom a text mentions, each once, in the order of their ids. */
export function mentionsIn(text: string): number[] {
  const ids = Array.from(text.matchAll(mention), ([, id]) => Number(id))
  return [...new Set(ids)].sort((one, other) => one - other)
}

/** How a text mentions somebody. */
export function mentionOf(id: number): string {
  return `@[${id}]`
}

const typedName = /(?<=^|[\s(])@(?=\p{L})([^\s@]+(?: [^\s@]+){0,4})(?!@)/gu

/**
 * A text with ids where somebody typed the whole name of one of these people after an `@`, instead of choosing it (T2).
 * `unclear`: a name that several of them have.
 */
export function withIds(
  text: string,
  people: readonly MentionedPerson[],
): { readonly text: string; readonly unclear: string | undefined } {
  let unclear: string | undefined
  const idsOf = Map.groupBy(people, ({ name }) => fold(name).trim())
  const sent = text.replace(typedName, (written, typed: string) => {
    const words = typed.split(' ')
    for (let count = words.length; count > 0; count -= 1) {
      const name = words
        .slice(0, count)
        .join(' ')
        .replace(/[^\p{L}\p{N}]+$/u, '')
      const [person, ...others] = idsOf.get(fold(name).trim()) ?? []
      if (!person) continue
      if (others.length > 0) unclear = name
      return `${mentionOf(person.id)}${written.slice(1 + name.length)}`
    }
    return written
  })
  return { text: sent, unclear }
}

/** A comment with names where it mentions people, as it is searched and printed. */
export function withNames(text: string, mentions: readonly MentionedPerson[]): string {
  return text.replace(mention, (written, id) => {
    const person = mentions.find((one) => one.id === Number(id))
    return person ? `@${person.name}` : written
  })
}

/**
 * A comment in pieces: texts, the people it mentions, and the addresses it can safely lead to. Only `http` and `https`
 * become links, without a name or password in front of the host, and each shows the whole address that it opens: a
 * host with letters of other scripts is shown in the form that cannot be mistaken for another one.
 */
export function textParts(text: string, mentions: readonly MentionedPerson[]): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { index, 0: written, 1: id } of text.matchAll(mention)) {
    const person = mentions.find((one) => one.id === Number(id))
    if (!person) continue
    parts.push(...withLinks(text.slice(end, index)), { kind: 'mention', person })
    end = index + written.length
  }
  return [...parts, ...withLinks(text.slice(end))]
}

function withLinks(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { index, 0: found } of text.matchAll(address)) {
    const written = withoutPunctuation(found)
    const href = safeAddress(written)
    if (href === undefined) continue
    parts.push(...plain(text.slice(end, index)), { kind: 'link', href })
    end = index + written.length
  }
  return [...parts, ...plain(text.slice(end))]
}

function plain(text: string): TextPart[] {
  return text === '' ? [] : [{ kind: 'text', text }]
}

// What ends a sentence does not belong to the address in it, nor does a bracket that was opened before it.
function withoutPunctuation(found: string): string {
  let written = found
  for (;;) {
    const last = written.at(-1) ?? ''
    const opening = closing[last]
    const isOpen = opening !== undefined && count(written, opening) < count(written, last)
    if (!/[.,;:!?'’”*_]/.test(last) && !isOpen) return written
    written = written.slice(0, -1)
  }
}

function count(text: string, character: string): number {
  return text.split(character).length - 1
}

function safeAddress(written: string): string | undefined {
  if (!URL.canParse(written)) return undefined
  const { protocol, username, password, href } = new URL(written)
  const isSafe = (protocol === 'http:' || protocol === 'https:') && username === '' && password === ''
  return isSafe ? href : undefined
}
