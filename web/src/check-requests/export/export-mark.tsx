import { Download } from 'lucide-react'

/** The content of the button, before and after its menu has loaded. A spinner replaces the icon. */
export function ExportMark({ pending = false }: { pending?: boolean }) {
  return (
    <>
      {!pending && <Download aria-hidden className="size-4" />}
      Export
    </>
  )
}
