import { useEffect, useRef } from 'react'

const storageKey = 'shortcuts'

/** Single-key shortcuts can be switched off, for people whose speech input types letters (WCAG 2.1.4). */
export function shortcutsOn(): boolean {
  return localStorage.getItem(storageKey) !== 'off'
}

export function switchShortcuts(on: boolean) {
  if (on) localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, 'off')
}

/**
 * Runs `act` when this single key is pressed anywhere but in inputs, menus and dialogs, and without modifiers.
 * `key` is `KeyboardEvent.key`: `j`, `/`, `Enter`.
 */
export function useShortcut(key: string, act: () => void, active = true) {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => {
    if (!active) return
    function listen(event: KeyboardEvent) {
      if (event.key !== key || event.defaultPrevented || event.isComposing || hasModifier(event)) return
      if (takesKeys(event.target, key) || !shortcutsOn()) return
      event.preventDefault()
      latest.current()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [key, active])
}

function hasModifier(event: KeyboardEvent): boolean {
  return event.ctrlKey || event.metaKey || event.altKey
}

const typing = 'input:not([type="checkbox"]), textarea, select, [contenteditable="true"]'
const layers = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

function takesKeys(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.closest(`${typing}, ${layers}`)) return true
  return (key === 'Enter' || key === ' ') && target.closest('a, button') !== null
}
