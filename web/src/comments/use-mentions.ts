import type { Mentionable } from '@check-requests/domain/comments/replies.ts'
import { type KeyboardEvent, useState } from 'react'
import { useMentionable } from '#comments/api.ts'
import { type TypedMention, typedMention } from '#comments/mention-text.ts'
import { useSettled } from '#ui/use-settled.ts'

const pauseBeforeAsking = 120

/** Whom the letters after an `@` could mean, and the keys that choose one of them. */
export function useMentions(requestId: number, onChoose: (typed: TypedMention, person: Mentionable) => void) {
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
    /** The text or the caret has moved. */
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
