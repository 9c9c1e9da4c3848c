import { Download } from 'lucide-react'

/** What stands on the button, whether its menu is loaded or not. A spinner takes the place of the picture. */
export function ExportMark({ pending = false }: { pending?: boolean }) {
  return (
    <>
      {!pending && <Download aria-hidden className="size-4" />}
      Export
    </>
  )
}
