import { type MentionedPerson, mentionOf } from '@check-requests/domain/check-requests/comments/text-parts.ts'

/** Somebody who was chosen while a comment is written, and what stands for them in the text, without `@`. */
export interface Chosen extends MentionedPerson {
  readonly label: string
}

/** A name that is being typed after an `@`: where the `@` is, and the letters so far. */
export interface TypedMention {
  readonly start: number
  readonly name: string
}

// One space is part of a name; after two, or at a line's end, something else has begun.
const beforeCaret = /(?:^|[\s(])@([^\s@[\]]{0,60}(?: [^\s@[\]]{0,60})?)$/u

/** The mention that ends at the caret; undefined when none is being typed. */
export function typedMention(text: string, caret: number): TypedMention | undefined {
  const [, name] = beforeCaret.exec(text.slice(0, caret)) ?? []
  return name === undefined ? undefined : { start: caret - name.length - 1, name }
}

/** The text once this person is chosen for the mention that is being typed, and where the caret is then. */
export function withMention(text: string, { start, name }: TypedMention, { label }: Chosen) {
  const before = `${text.slice(0, start)}@${label} `
  return { text: before + text.slice(start + 1 + name.length).replace(/^ /, ''), caret: before.length }
}

/** What stands for a person among those chosen before: their name, and more where it is somebody else's too. */
export function chosenAs(person: MentionedPerson & { readonly role: string }, before: readonly Chosen[]): Chosen {
  const { id, name, role } = person
  const isFree = (label: string) => before.every((other) => other.id === id || other.label !== label)
  const label = [name, `${name} (${role})`].find(isFree) ?? `${name} (${id})`
  return { id, name, label }
}

const syntax = /[\\^$.*+?()[\]{}|/]/g

/** The text as it is sent: with ids for the people whose labels are still there. */
export function asSent(text: string, chosen: readonly Chosen[]): string {
  const longestFirst = chosen.toSorted((one, other) => other.label.length - one.label.length)
  return longestFirst.reduce((sent, { id, label }) => {
    const written = new RegExp(`@${label.replace(syntax, '\\$&')}(?![\\p{L}\\p{N}])`, 'gu')
    return sent.replace(written, mentionOf(id))
  }, text)
}

/** A comment as it is edited: with names for ids, and the people whom they stand for. */
export function asTyped(text: string, mentions: readonly MentionedPerson[]): { text: string; chosen: Chosen[] } {
  const chosen: Chosen[] = []
  for (const person of mentions) chosen.push(chosenAs({ ...person, role: '2' }, chosen))
  return { text: chosen.reduce((typed, { id, label }) => typed.replaceAll(mentionOf(id), `@${label}`), text), chosen }
}
