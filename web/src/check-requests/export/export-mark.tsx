import { Download } from 'lucide-react'

/** The content of the button, whether its menu has loaded or not. A spinner replaces the icon. */
export function ExportMark({ pending = false }: { pending?: boolean }) {
  return (
    <>
      {!pending && <Download aria-hidden className="size-4" />}
      Export
    </>
  )
}
