import { useState } from 'react'
import { Card } from '#ui/card.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { shortcutsOn, switchShortcuts } from '#ui/use-shortcut.ts'

/** Whether single keys act, kept by this browser (WCAG 2.1.4, E2). */
export function Shortcuts() {
  const [on, setOn] = useState(shortcutsOn)
  function change(next: boolean) {
    switchShortcuts(next)
    setOn(next)
  }
  return (
    <Card title="Keyboard" description="Kept in this browser. Press ? for the list of shortcuts.">
      <Checkbox label="Use keyboard shortcuts" checked={on} onChange={change} />
    </Card>
  )
}
