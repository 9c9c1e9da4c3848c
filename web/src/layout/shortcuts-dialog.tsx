import { useState } from 'react'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { menuFor, useVisitor, type Visitor } from '#layout/offered-screens.ts'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { commandKey, shortcutsOn, switchShortcuts } from '#ui/use-shortcut.ts'

const shortcuts: readonly [keys: string, action: string][] = [
  [`${commandKey.sign} K`, 'Go to a request, page, or action'],
  ['/', 'Search'],
  ['j', 'Next row or request'],
  ['k', 'Previous row or request'],
  ['Enter', 'Open the row'],
  ['x', 'Select the row, if the list allows it'],
  ['a', 'Approve'],
  ['r', 'Reject, or rotate the open document'],
  ['s', 'Send back'],
  ['v', 'Open or close the request’s document'],
  ['[ ]', 'Previous and next document, while one is open'],
  ['+ -', 'Zoom the document'],
  ['0', 'Fit the document to the width'],
  ['Esc', 'Close the document'],
  ['c', 'New request'],
  ['g i', 'Inbox'],
  [`${commandKey.sign} Enter`, 'Submit the form'],
  ['?', 'Show these shortcuts'],
]

function screenKeys(visitor: Visitor): [keys: string, action: string][] {
  return menuFor(visitor).flatMap(({ row, text }) => (row.key ? [[`g ${row.key}`, text]] : []))
}

/** The keyboard shortcuts, and the switch that turns them off (WCAG 2.1.4). */
export function ShortcutsDialog({ onClose }: { onClose(): void }) {
  const [on, setOn] = useState(shortcutsOn)
  function change(next: boolean) {
    switchShortcuts(next)
    setOn(next)
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Keyboard Shortcuts">
      <table className="w-full">
        <caption className="sr-only">Shortcut keys and their actions</caption>
        <tbody>
          {[...shortcuts, ...screenKeys(useVisitor(usePerson()))].map(([keys, action]) => (
            <tr key={keys} className="border-b border-line last:border-0">
              <th scope="row" className="w-20 py-1.5 text-start font-normal whitespace-nowrap">
                <kbd className="rounded-sm border border-line-strong bg-sunken px-1.5 py-0.5 text-xs">{keys}</kbd>
              </th>
              <td>{action}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Checkbox className="mt-4" label="Use keyboard shortcuts" checked={on} onChange={change} />
    </Dialog>
  )
}
