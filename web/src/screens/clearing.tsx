import { Clearing } from '#bank/clearing/clearing.tsx'
import { PageHeader } from '#ui/page-header.tsx'

export function ClearingScreen() {
  return (
    <>
      <PageHeader
        title="Clearing"
        subtitle="Payments reported by your bank, compared with the checks you issued, and exceptions to resolve."
      />
      <Clearing />
    </>
  )
}
