import type { Topic } from '@check-requests/domain/api/endpoint.ts'
import { commentEndpoints as endpoints } from '@check-requests/domain/check-requests/comments/endpoints.ts'
import type { Mentionable } from '@check-requests/domain/check-requests/comments/fields.ts'
import { type MentionedPerson, mentionOf } from '@check-requests/domain/check-requests/comments/text-parts.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useApi } from '#platform/api-context.tsx'
import { read } from '#platform/query-client.ts'
import { useWrite, useWriteWithNotices } from '#platform/use-write.ts'
import { SuggestionList } from '#ui/form/suggestion-list.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { useSettled } from '#ui/timers.ts'

/** A comment being written, with the users mentioned so far. */
export interface Written {
  readonly text: string
  readonly chosen: readonly Chosen[]
}

interface CommentFieldProps {
  requestId: number
  value: Written
  onChange(value: Written): void
  autoFocus?: boolean | undefined
}

/** The text field of a comment. Offers users to mention after an `@`. */
export function CommentField({ requestId, value, onChange, autoFocus = false }: CommentFieldProps) {
  const listId = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const mentions = useMentions(requestId, mention)
  const { isShown, people, active } = mentions
  const suggestions = people.map((person) => ({
    value: String(person.id),
    label: markHidden(person.name),
    detail: person.role,
    person,
  }))
  const activeId = active && `${listId}-${active.id}`

  function mention(typed: TypedMention, person: Mentionable) {
    const chosen = chosenAs(person, value.chosen)
    const { text, caret } = withMention(value.text, typed, chosen)
    onChange({ text, chosen: [...value.chosen.filter(({ id }) => id !== chosen.id), chosen] })
    // The caret can be placed only after the text has been rendered.
    requestAnimationFrame(() => field.current?.setSelectionRange(caret, caret))
  }

  return (
    <div className="relative">
      <Textarea
        ref={field}
        value={value.text}
        autoFocus={autoFocus}
        aria-autocomplete="list"
        {...(isShown && { 'aria-controls': listId, 'aria-activedescendant': activeId })}
        onChange={({ currentTarget }) => {
          onChange({ ...value, text: currentTarget.value })
          mentions.follow(currentTarget)
        }}
        onSelect={({ currentTarget }) => mentions.follow(currentTarget)}
        onKeyDown={mentions.handleKey}
        onBlur={mentions.close}
      />
      <span role="status" className="sr-only">
        {isShown && `People to mention: ${people.length}. Press Enter to choose ${markHidden(active?.name ?? '')}.`}
      </span>
      {isShown && (
        <SuggestionList
          id={listId}
          label="People to mention"
          items={suggestions}
          idOf={({ value }) => `${listId}-${value}`}
          active={suggestions.find(({ person }) => person === active)}
          onPoint={({ person }) => mentions.point(person)}
          onChoose={({ person }) => mentions.choose(person)}
        />
      )}
    </div>
  )
}

const pauseBeforeAsking = 120

/** The users matching the letters after an `@`, and the keys for choosing one. */
function useMentions(requestId: number, onChoose: (typed: TypedMention, person: Mentionable) => void) {
  const [typed, setTyped] = useState<TypedMention>()
  const [reached, setReached] = useState(0)
  const people = useMentionable(requestId, useSettled(typed?.name, pauseBeforeAsking)).data ?? []
  const isShown = typed !== undefined && people.length > 0
  const at = Math.min(reached, people.length - 1)

  function close() {
    setTyped(undefined)
    setReached(0)
  }

  function choose(person: Mentionable) {
    if (typed) onChoose(typed, person)
    close()
  }

  function actOf(key: string): (() => void) | undefined {
    const active = people[at]
    if (!isShown || !active) return undefined
    if (key === 'Enter' || key === 'Tab') return () => choose(active)
    if (key === 'Escape') return close
    if (key === 'ArrowDown') return () => setReached((at + 1) % people.length)
    if (key === 'ArrowUp') return () => setReached((at + people.length - 1) % people.length)
    return undefined
  }

  return {
    isShown,
    people,
    active: isShown ? people[at] : undefined,
    close,
    choose,
    point: (person: Mentionable) => setReached(people.indexOf(person)),
    /** Called when the text or the caret position changes. */
    follow({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) {
      const next = selectionStart === selectionEnd ? typedMention(value, selectionEnd) : undefined
      if (next?.name !== typed?.name) setReached(0)
      setTyped(next)
    },
    handleKey(event: KeyboardEvent) {
      const isModified = event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey
      const act = isModified || event.shiftKey ? undefined : actOf(event.key)
      if (!act) return
      event.preventDefault()
      event.stopPropagation()
      act()
    },
  }
}

/** A mentioned user and their label in the text, without `@`. */
interface Chosen extends MentionedPerson {
  readonly label: string
}

/** A name being typed after an `@`: the position of the `@` and the letters so far. */
interface TypedMention {
  readonly start: number
  readonly name: string
}

// A name can contain one space; two spaces or a line end finish it.
const beforeCaret = /(?:^|[\s(])@([^\s@[\]]{0,60}(?: [^\s@[\]]{0,60})?)$/u

/** The mention ending at the caret; undefined if none is being typed. */
export function typedMention(text: string, caret: number): TypedMention | undefined {
  const [, name] = beforeCaret.exec(text.slice(0, caret)) ?? []
  return name === undefined ? undefined : { start: caret - name.length - 1, name }
}

/** The text after choosing this user for the current mention, and the new caret position. */
export function withMention(text: string, { start, name }: TypedMention, { label }: Chosen) {
  const before = `${text.slice(0, start)}@${label} `
  return { text: before + text.slice(start + 1 + name.length).replace(/^ /, ''), caret: before.length }
}

/**
 * A user's label among those already mentioned: the user's name, followed by a distinction if another mentioned user
 * has the same name.
 */
export function chosenAs(person: MentionedPerson & { readonly role: string }, before: readonly Chosen[]): Chosen {
  const { id, name, role } = person
  const isFree = (label: string) => before.every((other) => other.id === id || other.label !== label)
  const label = [name, `${name} (${role})`].find(isFree) ?? `${name} (${id})`
  return { id, name, label }
}

const syntax = /[\\^$.*+?()[\]{}|/]/g

/** The text to send. Replaces each label that is still in the text with the user's id. */
export function asSent(text: string, chosen: readonly Chosen[]): string {
  const longestFirst = chosen.toSorted((one, other) => other.label.length - one.label.length)
  return longestFirst.reduce((sent, { id, label }) => {
    const written = new RegExp(`@${label.replace(syntax, '\\$&')}(?![\\p{L}\\p{N}])`, 'gu')
    return sent.replace(written, mentionOf(id))
  }, text)
}

/** The text for editing, with names in place of ids, and the users whom the names represent. */
export function asTyped(text: string, mentions: readonly MentionedPerson[]): { text: string; chosen: Chosen[] } {
  const chosen: Chosen[] = []
  for (const person of mentions) chosen.push(chosenAs({ ...person, role: '2' }, chosen))
  return { text: chosen.reduce((typed, { id, label }) => typed.replaceAll(mentionOf(id), `@${label}`), text), chosen }
}

/** Changes to comments are announced under their request's topic. */
const topic: Topic = 'check-requests'

/** The comments on a request, oldest first. */
export function useComments(requestId: number) {
  const api = useApi()
  return useQuery({
    queryKey: [topic, 'comments', requestId],
    queryFn: read(api, endpoints.list, { params: { id: requestId } }),
  })
}

/** Users who can be mentioned on a request and whose names begin with this text; none for an empty text. */
function useMentionable(requestId: number, name: string | undefined) {
  const api = useApi()
  return useQuery({
    queryKey: [topic, 'mentionable', requestId, name],
    queryFn: read(api, endpoints.mentionable, { params: { id: requestId }, query: { name: name ?? '' } }),
    enabled: name !== undefined,
    placeholderData: keepPreviousData,
  })
}

export function useWriteComment(onDone: () => void) {
  const notices = { done: 'Comment Added', failed: 'Comment add error', refreshes: [topic] }
  return useWriteWithNotices(endpoints.write, notices, { onSuccess: onDone })
}

export function useEditComment(onDone: () => void) {
  return useWrite(endpoints.edit, { refreshes: [topic], onSuccess: onDone })
}

export function useDeleteComment() {
  return useWriteWithNotices(endpoints.remove, {
    done: 'Comment deleted',
    failed: 'Couldn’t delete this comment',
    refreshes: [topic],
  })
}
