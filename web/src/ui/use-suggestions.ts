import { type KeyboardEvent, useState } from 'react'

/** Which suggestions of a text field are shown, and which of them the arrow keys have reached. */
export function useSuggestions<Item extends { readonly value: string }>(
  suggestions: readonly Item[],
  typed: string,
  onChoose: (item: Item) => void,
) {
  const [isOpen, setOpen] = useState(false)
  const [reached, setReached] = useState<string>()
  // What is typed in full needs no list over the fields below; the arrow keys show it all the same.
  const isNews = suggestions.some(({ value }) => value !== typed.trim())
  const isShown = isOpen && (isNews || (reached !== undefined && suggestions.length > 0))
  const active = isShown ? suggestions.find(({ value }) => value === reached) : undefined

  function change(open: boolean) {
    setOpen(open)
    setReached(undefined)
  }

  function choose(item: Item) {
    change(false)
    onChoose(item)
  }

  /** Steps on from the one reached, around both ends. */
  function step(by: 1 | -1) {
    const start = by > 0 ? -1 : 0
    const at = active ? suggestions.indexOf(active) : start
    setOpen(true)
    setReached(suggestions.at((at + by) % suggestions.length)?.value)
  }

  function actOf(key: string): (() => void) | undefined {
    if (key === 'Enter' && active) return () => choose(active)
    if (key === 'Escape' && isShown) return () => change(false)
    if (suggestions.length === 0) return undefined
    if (key === 'ArrowDown') return () => step(1)
    if (key === 'ArrowUp') return () => step(-1)
    return undefined
  }

  function handleKey(event: KeyboardEvent) {
    const isModified = event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey
    const act = isModified ? undefined : actOf(event.key)
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }

  return {
    isShown,
    active,
    open: () => change(true),
    close: () => change(false),
    point: (item: Item) => setReached(item.value),
    choose,
    handleKey,
  }
}
