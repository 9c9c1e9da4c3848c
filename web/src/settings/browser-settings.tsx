import { useState } from 'react'
import { useTheme } from '#platform/interface-settings.ts'
import { Card } from '#ui/card.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Field } from '#ui/form/field.tsx'
import { RadioGroup } from '#ui/form/radio.tsx'
import { shortcutsOn, switchShortcuts } from '#ui/use-shortcut.ts'

const looks = [
  { value: 'system', label: 'Same as device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

/** The theme, stored in this browser (E2). */
export function Appearance() {
  const [theme, choose] = useTheme()
  return (
    <Card title="Appearance" description="Saved in this browser only.">
      <Field label="Theme" group>
        <RadioGroup options={looks} value={theme} onChange={choose} />
      </Field>
    </Card>
  )
}

/** A switch for single-key shortcuts. The setting is stored in this browser (WCAG 2.1.4, E2). */
export function Shortcuts() {
  const [on, setOn] = useState(shortcutsOn)
  function change(next: boolean) {
    switchShortcuts(next)
    setOn(next)
  }
  return (
    <Card title="Keyboard" description="Saved in this browser only. Press ? for the list of shortcuts.">
      <Checkbox label="Use keyboard shortcuts" checked={on} onChange={change} />
    </Card>
  )
}
