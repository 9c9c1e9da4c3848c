import { lazy, Suspense, useState } from 'react'
import type { ListFilter } from '#check-requests/api.ts'
import { ExportMark } from '#check-requests/export/export-mark.tsx'
import { Button } from '#ui/button.tsx'

const loadMenu = () => import('#check-requests/export/export-menu.tsx')
const ExportMenu = lazy(async () => ({ default: (await loadMenu()).ExportMenu }))

/** Opens the menu of file formats, which is preloaded when somebody is about to use it. */
export function ExportButton({ filter }: { filter: ListFilter }) {
  const [asked, setAsked] = useState(false)
  const button = (
    <Button
      variant="secondary"
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={loadMenu}
      onFocus={loadMenu}
      onClick={() => setAsked(true)}
    >
      <ExportMark />
    </Button>
  )
  if (!asked) return button
  return (
    <Suspense fallback={button}>
      <ExportMenu filter={filter} />
    </Suspense>
  )
}
