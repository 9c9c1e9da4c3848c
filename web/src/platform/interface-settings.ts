import { useSyncExternalStore } from 'react'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const key = 'theme'
const listeners = new Set<() => void>()

function storedTheme(): Theme {
  const stored = localStorage.getItem(key)
  return themes.find((theme) => theme === stored) ?? 'system'
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Sets the theme of the page. `early.js` applies it before the first paint of the next load. */
function choose(next: Theme) {
  if (next === 'system') {
    localStorage.removeItem(key)
    delete document.documentElement.dataset.theme
  } else {
    localStorage.setItem(key, next)
    document.documentElement.dataset.theme = next
  }
  for (const listener of listeners) listener()
}

/** The current theme, shared by the whole page, and a function that changes it. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, storedTheme), choose]
}

/** The storage keys of this browser's settings for theme, shortcuts, and the dismissed checklist. They belong to the browser, not to the user. */
const settings = ['theme', 'shortcuts', 'set-up-dismissed']

/** Removes all stored data about the user when a session ends in any way (R154), except the browser's own settings. */
export function forgetPerson() {
  for (const key of Object.keys(localStorage)) if (!settings.includes(key)) localStorage.removeItem(key)
  sessionStorage.clear()
}
