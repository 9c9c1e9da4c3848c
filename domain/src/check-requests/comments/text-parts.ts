import { fold } from '../../values/searched-text.ts'

/** A user mentioned in a comment. */
export interface MentionedPerson {
  readonly id: number
  readonly name: string
}

/** A part of a comment for display; `href` and `text` of a link are the same URL. */
export type TextPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'mention'; readonly person: MentionedPerson }
  | { readonly kind: 'link'; readonly href: string }

const mention = /@\[([1-9]\d{0,14})\]/g
const address = /https?:\/\/[^\s<>"]+/gi
const closing: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }

/** The users mentioned in a text, each once, ordered by id. */
export function mentionsIn(text: string): number[] {
  const ids = Array.from(text.matchAll(mention), ([, id]) => Number(id))
  return [...new Set(ids)].sort((one, other) => one - other)
}

/** The notation for mentioning a user. */
export function mentionOf(id: number): string {
  return `@[${id}]`
}

const typedName = /(?<=^|[\s(])@(?=\p{L})([^\s@]+(?: [^\s@]+){0,4})(?!@)/gu

/**
 * Replaces full names that were typed after `@`, not chosen from the list, with ids (T2). `unclear`: a name shared by
 * several users.
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

/** A comment with names in place of mentions, for search and print. */
export function withNames(text: string, mentions: readonly MentionedPerson[]): string {
  return text.replace(mention, (written, id) => {
    const person = mentions.find((one) => one.id === Number(id))
    return person ? `@${person.name}` : written
  })
}

/**
 * A comment in parts: texts, mentions, and safe links. Only `http` and `https` URLs without credentials become links,
 * and each link shows the full URL. Host names in other scripts are written in Punycode so that they can't imitate
 * another host.
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

// Excludes sentence punctuation and an unbalanced closing bracket from the end of a URL.
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
