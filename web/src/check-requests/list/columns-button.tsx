import { Columns3 } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import type { Arrangement } from '#check-requests/list/use-list-columns.ts'
import { Button } from '#ui/button.tsx'

const loadPanel = () => import('#check-requests/list/columns-panel.tsx')
const ColumnsPanel = lazy(async () => ({ default: (await loadPanel()).ColumnsPanel }))

/** Opens the choice of columns, which is preloaded when somebody is about to use it. A phone has cards instead. */
export function ColumnsButton({ arrangement }: { arrangement: Arrangement | undefined }) {
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
        disabled={!arrangement}
        onPointerEnter={loadPanel}
        onFocus={loadPanel}
        onClick={() => setOpen(!open)}
      >
        <Columns3 aria-hidden className="size-4" />
        Columns
      </Button>
      {open && arrangement && (
        <Suspense>
          <ColumnsPanel list={arrangement} anchor={button.current} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
