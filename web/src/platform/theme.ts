import { useState } from 'react'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const key = 'theme'

function storedTheme(): Theme {
  const stored = localStorage.getItem(key)
  return themes.find((theme) => theme === stored) ?? 'system'
}

/** The chosen theme and how to choose another. `theme.js` applies it before the first paint of the next load. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(storedTheme)
  function choose(next: Theme) {
    if (next === 'system') {
      localStorage.removeItem(key)
      delete document.documentElement.dataset.theme
    } else {
      localStorage.setItem(key, next)
      document.documentElement.dataset.theme = next
    }
    setTheme(next)
  }
  return [theme, choose]
}
