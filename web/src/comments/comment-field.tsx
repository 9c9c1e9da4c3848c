import type { Mentionable } from '@check-requests/domain/comments/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { useId, useRef } from 'react'
import { type Chosen, chosenAs, type TypedMention, withMention } from '#comments/mention-text.ts'
import { useMentions } from '#comments/use-mentions.ts'
import { SuggestionList } from '#ui/suggestion-list.tsx'
import { Textarea } from '#ui/textarea.tsx'

/** A comment that is being written, and the people chosen for it. */
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

/** The text of a comment. After an `@` it offers those who can be mentioned. */
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
    // The caret can only be put where the text is already.
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
        {isShown && `People to mention: ${people.length}. Enter chooses ${markHidden(active?.name ?? '')}.`}
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
