import { lazy, Suspense, useState } from 'react'
import type { ListFilter } from '#check-requests/api.ts'
import { ExportMark } from '#check-requests/export/export-mark.tsx'
import { MenuOpener } from '#ui/overlay/menu-opener.tsx'

const loadMenu = () => import('#check-requests/export/export-menu.tsx')
const ExportMenu = lazy(async () => ({ default: (await loadMenu()).ExportMenu }))

/** Opens the menu of file formats, which is preloaded on hover or focus. */
export function ExportButton({ filter }: { filter: ListFilter }) {
  const [asked, setAsked] = useState(false)
  const button = (
    <MenuOpener variant="secondary" load={loadMenu} onOpen={() => setAsked(true)}>
      <ExportMark />
    </MenuOpener>
  )
  if (!asked) return button
  return (
    <Suspense fallback={button}>
      <ExportMenu filter={filter} />
    </Suspense>
  )
}
