import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'

const storageKey = 'shortcuts'

/**
 * Whether single-key shortcuts are on. Users can turn them off because of speech input that types letters (WCAG 2.1.4),
 * or to use the keys differently.
 */
export function shortcutsOn(): boolean {
  return localStorage.getItem(storageKey) !== 'off'
}

export function switchShortcuts(on: boolean) {
  if (on) localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, 'off')
}

/**
 * Runs `action` when this single key is pressed without modifiers, anywhere except in inputs, menus, and dialogs.
 * `key`: a `KeyboardEvent.key`, such as `j`, `/`, or `Enter`.
 */
export function useShortcut(key: string, action: () => void, active = true) {
  const latest = useRef(action)
  useEffect(() => {
    latest.current = action
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

/** How long to wait for the second key of a sequence, in milliseconds. */
const sequencePause = 1500

/**
 * Runs an action when its letter follows `first`, such as `p` after `g`. The two keys then don't trigger other
 * shortcuts.
 */
export function useSequenceShortcut(first: string, actions: Readonly<Record<string, () => void>>) {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    let begun = Number.NEGATIVE_INFINITY
    function listen(event: KeyboardEvent) {
      if (event.isComposing || hasModifier(event) || takesKeys(event.target, event.key) || !shortcutsOn()) return
      const isSecond = event.timeStamp - begun < sequencePause
      const action = isSecond ? latest.current[event.key] : undefined
      begun = !action && event.key === first ? event.timeStamp : Number.NEGATIVE_INFINITY
      if (!action && begun !== event.timeStamp) return
      event.preventDefault()
      action?.()
    }
    addEventListener('keydown', listen, { capture: true })
    return () => removeEventListener('keydown', listen, { capture: true })
  }, [first])
}

/** Ctrl+Enter, or Cmd+Enter on a Mac, submits the focused form. */
export function useSubmitShortcut() {
  useEffect(() => {
    function listen(event: KeyboardEvent) {
      if (event.key !== 'Enter' || event.defaultPrevented || event.isComposing || !hasCommandKey(event)) return
      const form = event.target instanceof HTMLElement && event.target.closest('form')
      if (!form) return
      event.preventDefault()
      form.requestSubmit()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}

const isApple = /Mac|iP(hone|ad)/.test(navigator.platform)

/** The name of the modifier key on this computer, for display and for screen readers. */
export const commandKey = isApple ? { sign: '⌘', name: 'Meta' } : { sign: 'Ctrl', name: 'Control' }

/**
 * Runs `action` when this letter is pressed with Ctrl, or Cmd on a Mac: also in inputs, but not while a dialog or menu
 * is open.
 */
export function useCommandShortcut(letter: string, action: () => void) {
  const latest = useRef(action)
  // A layout effect, so that the shortcut works as soon as the button is visible.
  useLayoutEffect(() => {
    latest.current = action
  })
  useLayoutEffect(() => {
    function listen(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== letter || !hasCommandKey(event)) return
      if (event.defaultPrevented || event.isComposing || !shortcutsOn()) return
      event.preventDefault()
      if (!isAnyOpen()) latest.current()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [letter])
}

function hasCommandKey({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  const [own, other] = isApple ? [metaKey, ctrlKey] : [ctrlKey, metaKey]
  return own && !other && !altKey && !shiftKey
}

function hasModifier(event: KeyboardEvent): boolean {
  return event.ctrlKey || event.metaKey || event.altKey
}

const typing = 'input:not([type="checkbox"]), textarea, select, [contenteditable="true"]'
const dialogs = '[role="dialog"], [role="alertdialog"], [role="menu"]'
const layers = `${dialogs}, [role="listbox"]`

// Ignores a closing dialog, which exists for a moment longer although the page below already has the focus.
function isAnyOpen(): boolean {
  return [...document.querySelectorAll(dialogs)].some((element) => !element.hasAttribute('data-closed'))
}

function takesKeys(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.closest(`${typing}, ${layers}`)) return true
  return (key === 'Enter' || key === ' ') && target.closest('a, button') !== null
}

/**
 * Keys to intercept in addition to those that insert text. Enter does nothing yet, because the user hasn't seen what it
 * would run.
 */
const taken = ['Escape', 'Backspace', 'Enter']

/**
 * Collects text typed while `active`, for a field that is about to open and get the focus. None of it reaches the page
 * below, where letters can be shortcuts. `onType` receives changes to the text; Escape cancels.
 */
export function useEarlyKeys(
  active: boolean,
  onType: (change: (before: string) => string) => void,
  onEscape: () => void,
) {
  const take = useEffectEvent((event: KeyboardEvent) => {
    const { key } = event
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (key.length > 1 && !taken.includes(key)) return
    event.preventDefault()
    event.stopPropagation()
    if (key === 'Escape') onEscape()
    else if (key === 'Backspace') onType((before) => before.slice(0, -1))
    else if (key.length === 1) onType((before) => before + key)
  })
  useEffect(() => {
    if (!active) return
    const listen = (event: KeyboardEvent) => take(event)
    addEventListener('keydown', listen, { capture: true })
    return () => removeEventListener('keydown', listen, { capture: true })
  }, [active])
}
