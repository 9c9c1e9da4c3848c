import { Columns3 } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import type { ListColumns } from '#check-requests/list/use-list-columns.ts'
import { Button } from '#ui/button.tsx'

const loadPanel = () => import('#check-requests/list/columns-panel.tsx')
const ColumnsPanel = lazy(async () => ({ default: (await loadPanel()).ColumnsPanel }))

/** Opens the choice of columns, which is preloaded when somebody is about to use it. A phone has cards instead. */
export function ColumnsButton({ list }: { list: ListColumns }) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Button
        ref={button}
        variant="secondary"
        className="max-sm:hidden"
        aria-haspopup="dialog"
        aria-expanded={open}
        disabled={!list.isReady}
        onPointerEnter={loadPanel}
        onFocus={loadPanel}
        onClick={() => setOpen(!open)}
      >
        <Columns3 aria-hidden className="size-4" />
        Columns
      </Button>
      {open && (
        <Suspense>
          <ColumnsPanel list={list} anchor={button.current} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
