import { Monitor, Moon, Sun } from 'lucide-react'
import { themes, useTheme } from '#platform/interface-settings.ts'
import { Button } from '#ui/button.tsx'

const looks = {
  system: { label: 'System', Icon: Monitor },
  light: { label: 'Light', Icon: Sun },
  dark: { label: 'Dark', Icon: Moon },
}

/** One button that cycles through the three themes. */
export function ThemeSwitch() {
  const [theme, choose] = useTheme()
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system'
  const { label, Icon } = looks[theme]
  const description = `Theme: ${label}. Switch to ${looks[next].label}`
  return (
    <Button variant="ghost" size="icon" aria-label={description} title={description} onClick={() => choose(next)}>
      <Icon aria-hidden className="size-4.5" />
    </Button>
  )
}
